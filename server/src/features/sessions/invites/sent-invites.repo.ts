import { mostNamesOfAnswers, mostSentInvites } from '@spotter/contract/sessions/limits.ts';
import { hiddenCte, isHidden } from '#features/users/index.ts';
import { instantSql, type JsonFields, jsonTextSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { isAheadSql } from '../sessions.read.ts';

/** Invites of the session to members who aren't in it, without those hidden from the reader. */
const openInvitesSql = `from session_invites i join users u on u.id = i.user_id
  where i.organization_id = s.organization_id and i.session_id = s.id and not ${isHidden('i.user_id')}
    and not exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = i.user_id)`;
const isWaitingSql = 'i.declined_at is null and u.is_active';
const hasDeclinedSql = 'i.declined_at is not null';

const countSql = (which: string) => `(select count(*) ${openInvitesSql} and ${which})::text`;
const firstSql = (
  which: string,
  by: string,
) => `(select coalesce(json_agg(first.card order by first.at, first.user_id), '[]')
  from (select u.card, ${by} as at, i.user_id ${openInvitesSql} and ${which}
    order by at, i.user_id limit ${mostNamesOfAnswers}) first)::text`;

const fields: JsonFields = {
  session_id: { quoted: 's.id' },
  title: { any: 's.title' },
  start_time: { object: { utc: { quoted: instantSql('s.starts_at') }, timezone: { quoted: 'g.timezone' } } },
  invited: { plain: firstSql(isWaitingSql, 'i.created_at') },
  invited_count: { plain: countSql(isWaitingSql) },
  declined: { plain: firstSql(hasDeclinedSql, 'i.declined_at') },
  declined_count: { plain: countSql(hasDeclinedSql) },
};

/** A session for everyone needs no answer from a member who can't go. */
const hasAnswersSql = `exists (select ${openInvitesSql} and (${isWaitingSql} or s.invite_only and ${hasDeclinedSql}))`;

const sentStatement = statement('sent-invites', { organizationId: 'uuid', userId: 'uuid' })<{ results: string }>(
  `with ${hiddenCte}
  select coalesce('[' || string_agg(${jsonTextSql(fields)}, ',' order by s.starts_at, s.id) || ']', '[]') as results
  from (select s.* from sessions s
    where s.organization_id = $organizationId and s.creator_id = $userId and ${isAheadSql}
      and ${hasAnswersSql}
    order by s.starts_at, s.id limit ${mostSentInvites}) s
  join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id`,
);

/** One statement: the invitations as JSON text. */
export async function listSentInvites(read: Read, host: { organizationId: string; userId: string }): Promise<string> {
  const [row] = await read(sentStatement, host);
  return row!.results;
}
