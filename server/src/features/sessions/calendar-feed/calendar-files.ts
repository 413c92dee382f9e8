import { hiddenCte } from '#features/users/index.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { sessionVisibleTo, visibleSession } from '../visibility.ts';
import { type CalendarEvent, calendarText } from './calendar-text.ts';

const eventColumns = `s.id, s.title, s.description, s.workout_type as "workoutType", s.starts_at as "startsAt",
  s.ends_at as "endsAt", s.status = 'cancelled' as cancelled, s.cancel_reason as "cancelReason", s.revision,
  s.created_at as "createdAt", s.updated_at as "updatedAt", c.first_name as host, g.name as gym, g.address,
  g.timezone as zone`;
const eventJoins = `join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id join users c on c.id = s.creator_id`;
const sessionStatement = statement('calendar-session', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<CalendarEvent>(
  `with ${hiddenCte} select ${eventColumns} from sessions s ${eventJoins} where s.id = $id and ${visibleSession}`,
);

type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };

/** One session as a file; null when the reader may not see it. */
export async function sessionFile(read: Read, reader: Reader, id: string, site: string) {
  const [event] = await read(sessionStatement, { ...reader, id });
  if (!event) return null;
  return { text: await calendarText([event], { site }), day: wallTimeOf(event.startsAt, event.zone).slice(0, 10) };
}

/** Enough for years of daily training; the feed never sends more. */
const MOST_EVENTS = 1000;

type FeedRow = { readAt: Date | null; revoked: boolean; name: string } & (CalendarEvent | { id: null });

const feedStatement = statement('calendar-feed', { tokenHash: 'bytea' })<FeedRow>(
  `select f.last_read_at as "readAt", f.revoked_at is not null as revoked, o.name, e.*
  from calendar_feeds f
    join users u on u.id = f.user_id and u.is_active and not u.is_demo_user
    join organizations o on o.id = u.organization_id and o.is_active and not o.is_demo
    left join lateral (
      select ${eventColumns}
      from session_participants p
        join sessions s on s.organization_id = p.organization_id and s.id = p.session_id ${eventJoins}
      where p.organization_id = u.organization_id and p.user_id = u.id and s.ends_at > now() - interval '30 days'
        and g.is_active and ${sessionVisibleTo('u')}
      order by s.starts_at desc, s.id limit ${MOST_EVENTS}
    ) e on f.revoked_at is null
  where f.token_hash = $tokenHash
  order by e."startsAt", e.id`,
);

/**
 * The sessions behind a calendar address, from 30 days ago on. Cancelled sessions stay in it as cancelled, so that
 * phones strike them. Null: the address never existed; `revoked`: it did.
 */
export async function readFeed(read: Read, tokenHash: Buffer, site: string) {
  const rows = await read(feedStatement, { tokenHash });
  const [feed] = rows;
  if (!feed) return null;
  const events = rows.filter((row): row is typeof row & CalendarEvent => row.id !== null);
  return {
    revoked: feed.revoked,
    readAt: feed.readAt,
    text: await calendarText(events, { site, name: `${feed.name} sessions` }),
  };
}
