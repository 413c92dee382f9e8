import type { Insertable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { newId } from '#platform/ids.ts';
import type { Cast, CastMember } from './cast.ts';

const minute = 60_000;

type SessionThing = { gym: string; host: CastMember; with?: CastMember[]; in?: number; minutes?: number } & Partial<
  Omit<Insertable<DB['sessions']>, 'id'>
>;

/** A session that starts `in` this many minutes, with its host and the members in `with`. */
export async function addSession(db: Db, thing: SessionThing): Promise<string> {
  const { gym, host, with: others = [], in: fromNow = 24 * 60, minutes = 60, ...more } = thing;
  const id = newId();
  const organization_id = host.organizationId ?? '';
  const starts_at = new Date(more.starts_at ? new Date(more.starts_at as Date) : Date.now() + fromNow * minute);
  await db
    .insertInto('sessions')
    .values({
      organization_id,
      id,
      gym_id: gym,
      creator_id: host.id,
      workout_type: 'strength',
      title: 'Leg day',
      ends_at: new Date(starts_at.getTime() + minutes * minute),
      share_token: id.replaceAll('-', ''),
      ...more,
      starts_at,
    })
    .execute();
  if (more.status !== 'cancelled')
    await db
      .insertInto('session_participants')
      .values(
        [host, ...others].map((person, index) => ({
          organization_id,
          session_id: id,
          user_id: person.id,
          joined_at: new Date(Date.now() - (1 + others.length - index) * minute),
        })),
      )
      .execute();
  return id;
}

type NotificationThing = {
  to: CastMember;
  kind: string;
  by?: CastMember[];
  session?: string;
  ago?: number;
  read?: boolean;
  data?: object;
};

/** A notification from this many minutes `ago`; `by` lists its actors, newest last. */
export async function addNotification(db: Db, thing: NotificationThing): Promise<string> {
  const { to, kind, by = [], session = null, ago = 1, read = false, data = {} } = thing;
  const id = newId();
  const organization_id = to.organizationId ?? '';
  const happened = new Date(Date.now() - ago * minute);
  await db
    .insertInto('notifications')
    .values({
      organization_id,
      id,
      user_id: to.id,
      kind,
      session_id: session,
      data: JSON.stringify(data),
      created_at: happened,
      happened_at: happened,
      read_at: read ? new Date() : null,
    })
    .execute();
  if (by.length > 0)
    await db
      .insertInto('notification_actors')
      .values(
        by.map((person, index) => ({
          organization_id,
          notification_id: id,
          user_id: person.id,
          acted_at: new Date(happened.getTime() + index * 1000),
        })),
      )
      .execute();
  return id;
}

/** The participants of a session. */
export async function participantsOf(db: Db, sessionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session_participants')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Makes members friends, unless they are already. */
export async function addFriends(db: Db, one: CastMember, others: readonly { id: string }[]): Promise<void> {
  const pairs = others.map((other) => [one.id, other.id].sort() as [string, string]);
  if (pairs.length === 0) return;
  await db
    .insertInto('friendships')
    .values(
      pairs.map(([user_low_id, user_high_id]) => ({
        organization_id: one.organizationId ?? '',
        id: newId(),
        user_low_id,
        user_high_id,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_low_id', 'user_high_id']).doNothing())
    .execute();
}

/** A member of one gym of Iron Harbour. */
export async function addMemberTo(db: Db, cast: Cast, gym: string, values: object = {}): Promise<CastMember> {
  const organization_id = cast.organizations.ironHarbour;
  const id = newId();
  const email = `${id}@ironharbour.example`;
  await db
    .insertInto('users')
    .values({ id, email, organization_id, first_name: 'Mo', last_name: 'Adler', ...values })
    .execute();
  await db.insertInto('user_gyms').values({ organization_id, user_id: id, gym_id: gym }).execute();
  return { name: 'cleo', id, email, organizationId: organization_id };
}
