import { hiddenCte } from '#features/users/index.ts';
import { instantSql, jsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import {
  checkInIsOpenSql,
  freeSpotsSql,
  isAheadSql,
  participantsJoin,
  readerDecidesSql,
  readerRunsSql,
  readerValues,
  type SessionReader,
  untimedFieldJoins,
  untimedFields,
  zoneSql,
} from '../sessions.read.ts';
import { seesProposalSql, visibleSession } from '../visibility.repo.ts';

const inSeries = `session_series_members m where m.organization_id = s.organization_id and m.series_id = s.series_id
  and m.user_id = $userId`;

/** The reader's invite, which counts until they join. */
const inviteJoin = `left join session_invites invite on invite.organization_id = s.organization_id
  and invite.session_id = s.id and invite.user_id = $userId`;
const isInvitedSql = '(invite.user_id is not null and mine.user_id is null)';

/** Members and invited members may propose another time; the host changes it instead. */
const mayProposeSql = `${isAheadSql} and s.creator_id <> $userId and (mine.user_id is not null or invite.user_id is not null)`;

/** For the host alone, so that no other reader pays for it. */
const nextHostSql = 'case when s.creator_id = $userId then next_host(s.organization_id, s.id, s.creator_id) end';

/** The session's moments, and what the reader's clock shows at them. */
const momentColumns = ['starts_at', 'ends_at', 'created_at']
  .map((time) => `s.${time}, (s.${time} at time zone ${zoneSql})::text as local_${time}`)
  .join(', ');

type Time = 'starts_at' | 'ends_at' | 'created_at';
/** The session as JSON text without its times, and these beside it. */
export type TimedRow = { [K in Time | 'now']: Date } & { [K in `local_${Time}` | 'zone' | 'detail']: string };
/** With what decides whether the server has something to add. */
export type DetailRow = TimedRow & { in_series: boolean; waits: boolean; free_spots: number; held_spots: number };

// The series' rule in words and the waitlist's state are added afterwards.
const detailFields = {
  ...untimedFields('coming.participants'),
  waitlist_position: {
    any: `case when entry.id is not null
    then waitlist_position(s.organization_id, s.id, entry.queued_at, entry.id) end`,
  },
  offer_expires_at: {
    any: `case when entry.status = 'offered' and entry.offer_expires_at > now()
    then ${instantSql('entry.offer_expires_at')} end`,
  },
  can_propose: { flag: mayProposeSql },
  can_decline: { flag: `${isAheadSql} and ${isInvitedSql} and invite.declined_at is null` },
  has_declined: { flag: `${isInvitedSql} and invite.declined_at is not null` },
  declined: {
    plain: `case when ${readerRunsSql}
    then declined_people(s.organization_id, s.id, (select ids from hidden)) else '[]' end`,
  },
  invited: {
    plain: `case when ${readerRunsSql} and ${isAheadSql}
    then waiting_people(s.organization_id, s.id, (select ids from hidden)) else '[]' end`,
  },
  other_times: {
    plain: `case when s.other_times = '{}' then '[]' else (select coalesce(json_agg(${instantSql('other')} order by other), '[]')
      from unnest(s.other_times) other where other > now() and other <> s.starts_at) end`,
  },
  can_check_in: { flag: `mine.user_id is not null and s.status = 'active' and ${checkInIsOpenSql}` },
  can_check_in_others: { flag: `${readerRunsSql} and s.status = 'active' and ${checkInIsOpenSql}` },
  can_choose_co_hosts: { flag: `${readerDecidesSql} and s.status = 'active' and s.ends_at > now()` },
  can_change_series: { flag: readerDecidesSql },
  guests: { plain: 'coming.guests' },
  can_bring_guests: { flag: `mine.user_id is not null and s.guests_per_member > 0 and ${isAheadSql}` },
  co_host_ids: { plain: 'coming.co_host_ids' },
  next_host_id: { any: nextHostSql },
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

const detailStatement = statement(
  'session-detail',
  { ...readerValues, id: 'uuid' },
  { onePlan: true },
)<DetailRow>(
  `with ${hiddenCte}
  select ${jsonSql(detailFields)}::text as detail, ${momentColumns}, ${zoneSql} as zone,
    s.series_id is not null as in_series, entry.id is not null as waits, ${freeSpotsSql} as free_spots, s.held_spots,
    now() as now
  from sessions s ${untimedFieldJoins} ${inviteJoin} ${participantsJoin}
  where s.id = $id and ${visibleSession}`,
);

/** Undefined when the reader may not see the session. */
export async function readDetail(read: Read, reader: SessionReader, id: string): Promise<DetailRow | undefined> {
  const [row] = await read(detailStatement, { ...reader, id });
  return row;
}
