import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import { instantSql, jsonSql } from '#platform/db/json.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import { JsonText } from '#platform/http/handlers.ts';
import { seesProposalSql } from './proposals/proposals.repo.ts';
import { repeatsInWords } from './series/series.words.ts';
import {
  checkInIsOpenSql,
  freeSpotsSql,
  isAheadSql,
  isMemberSql,
  notMeantForReasonSql,
  participantsJoin,
  readerDecidesSql,
  readerRunsSql,
  readerValues,
  type SessionReader,
  sessionFieldJoins,
  sessionFields,
} from './sessions.read.ts';
import { visibleSession } from './visibility.ts';
import { nextOffer } from './waitlist/waitlist.policy.ts';

const inSeries = `session_series_members m where m.organization_id = s.organization_id and m.series_id = s.series_id
  and m.user_id = $userId`;

/** The reader's invite, which counts until they join. */
const inviteJoin = `left join session_invites invite on invite.organization_id = s.organization_id
  and invite.session_id = s.id and invite.user_id = $userId`;
const isInvitedSql = '(invite.user_id is not null and mine.user_id is null)';

/** Members and invited members may propose another time; the host changes it instead. */
const mayProposeSql = `${isAheadSql} and s.creator_id <> $userId and (mine.user_id is not null or invite.user_id is not null)`;

/** Invited members who answered that they can't go, and have not joined since. */
const declinedSql = `(select coalesce(json_agg(${personJsonSql('u')} order by i.declined_at, i.user_id), '[]')
  from session_invites i join users u on u.id = i.user_id
  where i.organization_id = s.organization_id and i.session_id = s.id and i.declined_at is not null
    and not ${isHidden('i.user_id')}
    and not exists (select from session_participants p where p.organization_id = s.organization_id and p.session_id = s.id
      and p.user_id = i.user_id))`;

/** The session as JSON text, and what decides whether the server has something to add to it. */
type Row = { detail: string; in_series: boolean; free_spots: number; held_spots: number; now: Date; waits: boolean };
type Detail = Omit<SessionDetail, 'waitlist_reason' | 'next_offer_at'>;

// The series' rule in words and the waitlist's state are added afterwards.
const detailFields = {
  ...sessionFields('coming.participants'),
  can_wait: {
    flag: `${isMemberSql} and rule.reason is not distinct from 'session_full'
    and (${notMeantForReasonSql}) is null and line.id is null`,
  },
  waitlist_position: {
    any: `case when line.id is not null then (
    select count(*) from session_waitlist w where w.organization_id = s.organization_id and w.session_id = s.id
      and w.status in ('waiting', 'offered') and (w.queued_at, w.id) <= (line.queued_at, line.id)) end`,
  },
  offer_expires_at: {
    any: `case when line.status = 'offered' and line.offer_expires_at > now()
    then ${instantSql('line.offer_expires_at')} end`,
  },
  can_propose: { flag: mayProposeSql },
  can_decline: { flag: `${isAheadSql} and ${isInvitedSql} and invite.declined_at is null` },
  has_declined: { flag: `${isInvitedSql} and invite.declined_at is not null` },
  declined: { plain: `case when ${readerRunsSql} then ${declinedSql} else '[]' end` },
  can_check_in: { flag: `mine.user_id is not null and s.status = 'active' and ${checkInIsOpenSql}` },
  can_check_in_others: { flag: `${readerRunsSql} and s.status = 'active' and ${checkInIsOpenSql}` },
  can_choose_co_hosts: { flag: `${readerDecidesSql} and s.status = 'active' and s.ends_at > now()` },
  can_change_series: { flag: readerDecidesSql },
  guests: { plain: 'coming.guests' },
  can_bring_guests: { flag: `mine.user_id is not null and s.guests_per_member > 0 and ${isAheadSql}` },
  co_host_ids: { plain: 'coming.co_host_ids' },
  checked_in_user_ids: { plain: 'coming.checked_in_user_ids' },
  series: {
    any: `(select json_build_object('id', r.id, 'rule', r.rrule, 'timezone', r.timezone, 'in_words', '',
      'joined', exists (select from ${inSeries}))
    from session_series r where r.organization_id = s.organization_id and r.id = s.series_id)`,
  },
  cancel_reason: { any: 's.cancel_reason' },
  open_proposals: {
    plain: `(select count(*) from session_proposals q where q.organization_id = s.organization_id
      and q.session_id = s.id and q.status = 'pending' and ${seesProposalSql})`,
  },
};

const detailStatement = statement('session-detail', { ...readerValues, id: 'uuid' })<Row>(
  `with ${hiddenCte}
  select ${jsonSql(detailFields)}::text as detail,
    s.series_id is not null as in_series, line.id is not null as waits, ${freeSpotsSql} as free_spots, s.held_spots,
    now() as now
  from sessions s ${sessionFieldJoins} ${inviteJoin} ${participantsJoin}
  where s.id = $id and ${visibleSession}`,
);

/** One session as the reader sees it; null when they may not see it. */
export async function readSession(read: Read, reader: SessionReader, id: string): Promise<SessionDetail | null> {
  const [row] = await read(detailStatement, { ...reader, id });
  return row ? completed(row) : null;
}

/** The same as an answer: what PostgreSQL wrote goes out as it is, unless the server has something to add. */
export async function sessionAnswer(read: Read, reader: SessionReader, id: string): Promise<JsonText> {
  const [row] = await read(detailStatement, { ...reader, id });
  if (!row) throw fail('session_not_found');
  if (row.in_series || row.waits) return new JsonText(JSON.stringify(completed(row)));
  return new JsonText(`${row.detail.slice(0, -1)},"waitlist_reason":null,"next_offer_at":null}`);
}

function completed(row: Row): SessionDetail {
  const detail: Detail = JSON.parse(row.detail);
  const { series } = detail;
  return {
    ...detail,
    series: series && { ...series, in_words: repeatsInWords(series.rule) },
    ...waitingFor(detail, row),
  };
}

/** Why a member on the waitlist has no spot yet, and when the next offer is made. */
function waitingFor(detail: Detail, { free_spots, held_spots, now }: Row) {
  const nothing = { waitlist_reason: null, next_offer_at: null };
  if (!detail.is_waitlisted) return nothing;
  if (detail.offer_expires_at) return { ...nothing, waitlist_reason: 'your_turn' as const };
  const { at } = nextOffer({ now, startsAt: new Date(detail.start_time.utc), zone: detail.gym.timezone });
  if (free_spots > 0 && at > now) return { waitlist_reason: 'quiet_hours' as const, next_offer_at: at.toISOString() };
  return { ...nothing, waitlist_reason: held_spots > 0 ? ('offered_to_others' as const) : ('full' as const) };
}
