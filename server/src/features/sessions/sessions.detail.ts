import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import { hiddenCte } from '#features/users/index.ts';
import { instantSql, jsonSql } from '#platform/db/json.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import { JsonText } from '#platform/http/handlers.ts';
import { momentJson, timeJson } from '#platform/moments.ts';
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
  untimedFieldJoins,
  untimedFields,
  zoneSql,
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

/** The session's moments, and what the reader's clock shows at them. */
const momentColumns = ['starts_at', 'ends_at', 'created_at']
  .map((time) => `s.${time}, (s.${time} at time zone ${zoneSql})::text as local_${time}`)
  .join(', ');

type Time = 'starts_at' | 'ends_at' | 'created_at';
/** The session as JSON text without its times, and these beside it. */
export type TimedRow = { [K in Time | 'now']: Date } & { [K in `local_${Time}` | 'zone' | 'detail']: string };
/** With what decides whether the server has something to add. */
type Row = TimedRow & { in_series: boolean; waits: boolean; free_spots: number; held_spots: number };
type Detail = Omit<SessionDetail, 'waitlist_reason' | 'next_offer_at'>;

// The series' rule in words and the waitlist's state are added afterwards.
const detailFields = {
  ...untimedFields('coming.participants'),
  can_wait: {
    flag: `${isMemberSql} and rule.reason is not distinct from 'session_full'
    and (${notMeantForReasonSql}) is null and line.id is null`,
  },
  waitlist_position: {
    any: `case when line.id is not null
    then waitlist_position(s.organization_id, s.id, line.queued_at, line.id) end`,
  },
  offer_expires_at: {
    any: `case when line.status = 'offered' and line.offer_expires_at > now()
    then ${instantSql('line.offer_expires_at')} end`,
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
  select ${jsonSql(detailFields)}::text as detail, ${momentColumns}, ${zoneSql} as zone,
    s.series_id is not null as in_series, line.id is not null as waits, ${freeSpotsSql} as free_spots, s.held_spots,
    now() as now
  from sessions s ${untimedFieldJoins} ${inviteJoin} ${participantsJoin}
  where s.id = $id and ${visibleSession}`,
);

/** One session as the reader sees it; null when they may not see it. */
export async function readSession(read: Read, reader: SessionReader, id: string): Promise<SessionDetail | null> {
  const [row] = await read(detailStatement, { ...reader, id });
  return row ? completed(row) : null;
}

/** The same as an answer: what PostgreSQL wrote is parsed only for a series, or for a reader who waits. */
export async function sessionAnswer(read: Read, reader: SessionReader, id: string): Promise<JsonText> {
  const [row] = await read(detailStatement, { ...reader, id });
  if (!row) throw fail('session_not_found');
  if (row.in_series || row.waits) return new JsonText(JSON.stringify(completed(row)));
  return new JsonText(detailText(row));
}

/** The session with its times, as if nobody waited for it. */
export function detailText({ detail, zone, now, ...row }: TimedRow): string {
  const start = timeJson(row.starts_at, row.local_starts_at, { zone, now });
  const end = timeJson(row.ends_at, row.local_ends_at, { zone, now });
  const created = momentJson(row.created_at, row.local_created_at);
  return `${detail.slice(0, -1)},"start_time":${start},"end_time":${end},"created_at":${created},"waitlist_reason":null,"next_offer_at":null}`;
}

function completed(row: Row): SessionDetail {
  const detail: Detail = JSON.parse(detailText(row));
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
