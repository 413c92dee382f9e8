import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { sessionVisibleTo, visibleSession } from '../visibility.repo.ts';
import type { CalendarEvent } from './calendar-text.format.ts';

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

export type Reader = { organizationId: string; userId: string; gymIds: readonly string[] };

/** Undefined when the reader may not see the session. */
export async function findEvent(read: Read, reader: Reader, id: string): Promise<CalendarEvent | undefined> {
  const [event] = await read(sessionStatement, { ...reader, id });
  return event;
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

/** A feed's sessions, soonest first; one row without a session when there is none, and no row without the feed. */
export const readFeed = (read: Read, tokenHash: Buffer): Promise<FeedRow[]> => read(feedStatement, { tokenHash });

const setReadStatement = statement('calendar-feed-read', { tokenHash: 'bytea' })(
  'update calendar_feeds set last_read_at = now() where token_hash = $tokenHash',
);

export async function setRead(db: Db, tokenHash: Buffer): Promise<void> {
  await run(db, setReadStatement, { tokenHash });
}

const mineStatement = statement('my-calendar-feed', { userId: 'uuid' })<{
  created_at: Date;
  last_read_at: Date | null;
}>('select created_at, last_read_at from calendar_feeds where user_id = $userId and revoked_at is null');

export async function findFeedOf(read: Read, userId: string) {
  const [feed] = await read(mineStatement, { userId });
  return feed;
}

export async function lockOwner(tx: Db, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Returns when it was made. */
export async function insertFeed(tx: Db, userId: string, tokenHash: Buffer): Promise<Date> {
  const { created_at } = await tx
    .insertInto('calendar_feeds')
    .values({ token_hash: tokenHash, user_id: userId })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

const revokeStatement = statement('revoke-calendar-feeds', { userId: 'uuid' })(
  'update calendar_feeds set revoked_at = now() where user_id = $userId and revoked_at is null',
);

export async function revokeFeeds(tx: Db, userId: string): Promise<void> {
  await run(tx, revokeStatement, { userId });
}
