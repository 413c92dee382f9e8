import type { SessionDetail } from '@spotter/contract/sessions.ts';
import { instantSql } from '#platform/db/json.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { ruleInWords } from './series-words.ts';
import { cannotJoinReasonSql, hiddenPeopleCte, opensToSql, sessionJoins, sessionJson } from './sessions.read.ts';
import type { SessionReader } from './sessions.repo.ts';

const openWaiters = `session_waiters w where w.organization_id = s.organization_id and w.session_id = s.id
  and w.status in ('waiting', 'offered')`;
const inSeries = `session_series_members m where m.organization_id = s.organization_id and m.series_id = s.series_id
  and m.user_id = $2`;
const genderMet = `(s.gender_preference = 'any' or s.gender_preference is not distinct from reader.gender)`;

// $6 is the session; for the others see sessions.read.ts. The series' own words are put in afterwards.
const detailStatement = statement<{ detail: SessionDetail }>(
  'session-detail',
  `with ${hiddenPeopleCte}
  select ${sessionJson}::jsonb || jsonb_build_object(
    'can_wait', (${cannotJoinReasonSql}) is not distinct from 'session_full' and ${genderMet}
      and ${opensToSql('reader.fitness_level')} and not exists (select from ${openWaiters} and w.user_id = $2),
    'waiting_position', (select place from (
        select w.user_id, rank() over (order by w.queued_at, w.id) as place from ${openWaiters}
      ) queue where user_id = $2),
    'offer_expires_at', (select ${instantSql('w.offer_expires_at')} from ${openWaiters} and w.user_id = $2 and w.status = 'offered'),
    'can_check_in', mine.user_id is not null and s.status = 'active'
      and now() between s.starts_at - interval '30 minutes' and s.starts_at + interval '30 minutes',
    'checked_in_user_ids', (select coalesce(jsonb_agg(p.user_id order by p.user_id), '[]') from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.attended
        and not p.user_id = any((select ids from hidden)::uuid[])),
    'series', (select jsonb_build_object('id', r.id, 'rule', r.rrule, 'timezone', r.timezone, 'in_words', '',
        'joined', exists (select from ${inSeries}))
      from session_series r where r.organization_id = s.organization_id and r.id = s.series_id),
    'open_proposals', (select count(*) from session_proposals q where q.organization_id = s.organization_id
      and q.session_id = s.id and q.status = 'pending')) as detail
  from sessions s ${sessionJoins}
  where s.organization_id = $1 and s.id = $6 and s.gym_id = any($3::uuid[])
    and not s.creator_id = any((select ids from hidden)::uuid[])`,
);

/** One session as its reader may see it; null when it is not for their eyes. */
export async function readSession(read: Read, reader: SessionReader, id: string): Promise<SessionDetail | null> {
  const { organizationId, userId, gymIds, managesGyms, zone } = reader;
  const [row] = await read(detailStatement, [organizationId, userId, gymIds, managesGyms, zone, id]);
  if (!row) return null;
  const { series } = row.detail;
  return { ...row.detail, series: series && { ...series, in_words: ruleInWords(series.rule) } };
}
