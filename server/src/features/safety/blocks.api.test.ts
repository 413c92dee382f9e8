import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { callWaitsForLock } from '#testing/databases/locks.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('blocks').where('blocker_id', '<>', cast.ana.id).execute();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_requests').execute();
  await db.deleteFrom('live_events').execute();
  await db.deleteFrom('notifications').execute();
});

const as = (person: CastMember) => app().as(person);
const block = async (one: CastMember, id: string) => (await as(one)).blockUser({ params: { id } });
const unblock = async (one: CastMember, id: string) => (await as(one)).unblockUser({ params: { id } });
const status = async (one: CastMember, id: string) => (await as(one)).getBlockStatus({ params: { id } });
const told = () => app().db.selectFrom('live_events').select(['type', 'data', 'user_ids']).orderBy('seq').execute();

describe('blocking', () => {
  test('hides two people from each other, and unblocking shows them again', async () => {
    const { cast } = app();
    const finds = async (one: CastMember, other: CastMember) =>
      (await (await as(one)).searchPeople({ query: { q: other.name } })).body.count;
    expect((await status(cast.cleo, cast.finn.id)).body).toEqual({ is_blocked: false });
    expect((await block(cast.cleo, cast.finn.id)).status).toBe(204);
    expect([await finds(cast.cleo, cast.finn), await finds(cast.finn, cast.cleo)]).toEqual([0, 0]);
    expect((await status(cast.cleo, cast.finn.id)).body).toEqual({ is_blocked: true });
    expect((await status(cast.finn, cast.cleo.id)).error.code).toBe('user_not_found');
    expect(await told()).toMatchObject([
      { type: 'user.hidden', data: { user_id: cast.finn.id }, user_ids: [cast.cleo.id] },
      { type: 'user.hidden', data: { user_id: cast.cleo.id }, user_ids: [cast.finn.id] },
    ]);
    expect((await unblock(cast.cleo, cast.finn.id)).status).toBe(204);
    expect([await finds(cast.cleo, cast.finn), await finds(cast.finn, cast.cleo)]).toEqual([1, 1]);
    expect((await told()).map(({ type }) => type)).toEqual(['user.hidden', 'user.hidden', 'user.shown', 'user.shown']);
  });

  /** Calls something while a transaction holds a lock, and looks from inside it once the call waits. */
  async function whileLocked(lock: string, values: unknown[], call: () => Promise<{ status: number }>, look?: string) {
    const { pool } = app();
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query(lock, values);
    const calling = call();
    await callWaitsForLock(pool);
    if (look) await writer.query(look);
    await writer.query('commit');
    writer.release();
    expect((await calling).status).toBe(204);
  }

  async function meetingPlaces() {
    const { cast, db } = app();
    await addFriends(db, cast.cleo, [cast.finn]);
    const cleo = await as(cast.cleo);
    const { body } = await cleo.createGroupConversation({ body: { name: 'Dawn crew', user_ids: [cast.finn.id] } });
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, with: [cast.cleo, cast.finn] });
    return { conversation: body.id, session };
  }

  test('waits for a message that is being written in a chat of both', async () => {
    const { cast } = app();
    const { conversation, session } = await meetingPlaces();
    for (const [table, id] of [
      ['conversations', conversation],
      ['sessions', session],
    ] as const)
      for (const act of [block, unblock])
        await whileLocked(`select from ${table} where id = $1 for no key update`, [id], () =>
          act(cast.cleo, cast.finn.id),
        );
  });

  test('never waits in a circle with a friendship that accepts a message request', async () => {
    const { cast } = app();
    await meetingPlaces();
    const pair = [cast.cleo.id, cast.finn.id];
    for (const act of [block, unblock])
      await whileLocked(
        'select lock_pair($1, $2)',
        pair,
        () => act(cast.cleo, cast.finn.id),
        'select from conversations for no key update nowait',
      );
  });

  test('lists whom the caller has blocked, the latest first', async () => {
    const { cast } = app();
    await block(cast.cleo, cast.finn.id);
    await block(cast.cleo, cast.ben.id);
    const { body } = await (await as(cast.cleo)).listBlockedUsers();
    expect([body.count, body.results.map(({ id }) => id)]).toEqual([2, [cast.ben.id, cast.finn.id]]);
    expect((await (await as(cast.finn)).listBlockedUsers()).body.count).toBe(0);
  });

  test('changes nothing when it is repeated or taken back twice', async () => {
    const { db, cast } = app();
    await Promise.all([1, 2, 3].map(() => block(cast.cleo, cast.finn.id)));
    expect(await db.selectFrom('blocks').where('blocker_id', '=', cast.cleo.id).selectAll().execute()).toHaveLength(1);
    await unblock(cast.cleo, cast.finn.id);
    await db.deleteFrom('live_events').execute();
    expect((await unblock(cast.cleo, cast.finn.id)).status).toBe(204);
    expect(await told()).toEqual([]);
  });

  test('holds as long as one of two blocks stands', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    await block(cast.cleo, cast.finn.id);
    await db
      .insertInto('blocks')
      .values({ organization_id, blocker_id: cast.finn.id, blocked_id: cast.cleo.id })
      .execute();
    await db.deleteFrom('live_events').execute();
    await unblock(cast.cleo, cast.finn.id);
    expect(await told()).toEqual([]);
    expect((await status(cast.cleo, cast.finn.id)).error.code).toBe('user_not_found');
  });

  test('is refused for oneself, strangers and other organizations', async () => {
    const { cast } = app();
    expect((await block(cast.cleo, cast.cleo.id)).error.code).toBe('not_yourself');
    for (const id of [newId(), cast.eve.id]) {
      expect((await block(cast.cleo, id)).error.code).toBe('user_not_found');
      expect((await unblock(cast.cleo, id)).error.code).toBe('user_not_found');
    }
    expect((await block(cast.dov, cast.ana.id)).error.code).toBe('user_not_found');
  });
});

test('blocking ends friendship and requests, and takes back their notification', async () => {
  const { db, cast } = app();
  await (await as(cast.finn)).sendFriendRequest({ body: { receiver_id: cast.cleo.id } });
  expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(1);
  await block(cast.cleo, cast.finn.id);
  expect((await (await as(cast.cleo)).listFriendRequests()).body.count).toBe(0);
  expect((await (await as(cast.finn)).listSentFriendRequests()).body.count).toBe(0);
  expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
});

test("blocking gives back spots in each other's sessions, without a word to the other", async () => {
  const { db, cast } = app();
  const gym = cast.gyms.barangaroo;
  const hosted = await addSession(db, { gym, host: cast.cleo, with: [cast.finn, cast.ben] });
  const joined = await addSession(db, { gym, host: cast.finn, with: [cast.cleo, cast.ben] });
  const shared = await addSession(db, { gym, host: cast.ben, with: [cast.cleo, cast.finn] });
  const over = await addSession(db, { gym, host: cast.cleo, with: [cast.finn], in: -120 });
  await block(cast.cleo, cast.finn.id);
  const peopleIn = async (session_id: string) =>
    (await db.selectFrom('session_participants').select('user_id').where('session_id', '=', session_id).execute())
      .map(({ user_id }) => user_id)
      .sort();
  expect(await peopleIn(hosted)).toEqual([cast.cleo.id, cast.ben.id].sort());
  expect(await peopleIn(joined)).toEqual([cast.finn.id, cast.ben.id].sort());
  expect(await peopleIn(shared)).toHaveLength(3);
  expect(await peopleIn(over)).toHaveLength(2);
  const notified = await db.selectFrom('notifications').select('user_id').execute();
  expect(notified.map(({ user_id }) => user_id)).not.toContain(cast.finn.id);
  expect((await (await as(cast.finn)).joinSession({ params: { id: hosted }, body: {} })).error.code).toBe(
    'session_not_found',
  );
});

test('a join that races a block ends either without the spot or refused', async () => {
  const { db, cast } = app();
  const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo });
  const finn = await as(cast.finn);
  await Promise.all([
    finn.joinSession({ params: { id: session }, body: {} }),
    block(cast.cleo, cast.finn.id),
    finn.joinSession({ params: { id: session }, body: {} }),
  ]);
  const people = await db
    .selectFrom('session_participants')
    .select('user_id')
    .where('session_id', '=', session)
    .execute();
  expect(people).toEqual([{ user_id: cast.cleo.id }]);
});
