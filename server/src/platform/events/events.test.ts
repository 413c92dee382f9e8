import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';
import { createPgListener, type PgListener } from './pg-listener.ts';
import type { SequencedEvent } from './read.ts';
import { inTransaction, tell } from './tell.ts';
import { type Audience, writeNews } from './write.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listener: PgListener;
let hub: LiveHub;
const ana = newId();
const ben = newId();

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 30, onError: () => {} });
  listener = await createPgListener(database.url, log);
  hub = createLiveHub({ db: connection.db, listener, log });
});
afterAll(async () => {
  hub.close();
  await listener.close();
  await connection.close();
  await database.drop();
});

const say = (scope: string, text: string, to: Audience = 'everyone') =>
  inTransaction(connection.db, async (tx) => tell(tx, { scope, type: 'me.updated', data: { changed: [text] }, to }));

/** A reader with a position, and the events it receives. */
async function listen(scope: string, { after = null as number | null, userId = ana, gymIds = [] as string[] } = {}) {
  const got = { events: [] as SequencedEvent[], resets: [] as number[], reached: -1 };
  const { promise: opened, resolve } = Promise.withResolvers<number>();
  const leave = hub.subscribe({
    scope,
    gymIds,
    userId,
    after,
    onOpen: resolve,
    onReset: (seq) => got.resets.push(seq),
    onEvent: (event) => got.events.push(event),
    onPassing: () => {},
    onProgress: (seq) => {
      got.reached = seq;
    },
  });
  onTestFinished(leave);
  return Object.assign(got, {
    position: await opened,
    leave,
    texts: () => got.events.map((e) => (e.type === 'me.updated' ? e.data.changed[0] : e.type)),
  });
}

describe('telling', () => {
  it('sends nothing when its transaction is rolled back', async () => {
    const scope = newId();
    const reader = await listen(scope);
    const undone = connection.db.transaction().execute(async (tx) => {
      writeNews(tx, [{ scope, type: 'me.updated', data: { changed: ['never'] }, to: 'everyone' }]);
      await sql`select 1`.execute(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await say(scope, 'kept');
    await vi.waitFor(() => expect(reader.texts()).toEqual(['kept']));
    expect(reader.events[0]?.seq).toBe(1);
  });

  it('reaches everyone who can use a gym, except blocked members', async () => {
    const scope = newId();
    const gymId = newId();
    const member = await listen(scope, { gymIds: [newId(), gymId] });
    const hidden = await listen(scope, { gymIds: [gymId], userId: ben });
    const elsewhere = await listen(scope, { gymIds: [newId()], userId: newId() });
    await say(scope, 'in the gym', { gymId, except: [ben] });
    await say(scope, 'to all');
    await vi.waitFor(() => expect(member.texts()).toEqual(['in the gym', 'to all']));
    await vi.waitFor(() => expect(hidden.texts()).toEqual(['to all']));
    await vi.waitFor(() => expect(elsewhere.texts()).toEqual(['to all']));
  });
});

describe('live hub', () => {
  it('finds events although the process that wrote them died before notifying', async () => {
    const scope = newId();
    const watchful = createLiveHub({ db: connection.db, listener, log, lookEveryMs: 50 });
    onTestFinished(() => watchful.close());
    const got: string[] = [];
    const { promise: opened, resolve } = Promise.withResolvers<number>();
    watchful.subscribe({
      scope,
      userId: ana,
      gymIds: [],
      after: null,
      onOpen: resolve,
      onReset: () => {},
      onEvent: ({ type }) => got.push(type),
      onPassing: () => {},
      onProgress: () => {},
    });
    await opened;
    await sql`insert into live_events (scope_id, type, data) values (${scope}::uuid, 'me.updated', '{"changed":[]}')`.execute(
      connection.db,
    );
    await vi.waitFor(() => expect(got).toEqual(['me.updated']));
  });

  it('logs that it could not look for missed events', async () => {
    const lines: string[] = [];
    const ending = connect(database.url, { max: 1, onError: () => {} });
    const watchful = createLiveHub({
      db: ending.db,
      listener,
      log: createLogger('warn', { write: (line) => void lines.push(line) }),
      lookEveryMs: 50,
    });
    onTestFinished(() => watchful.close());
    const { promise: opened, resolve } = Promise.withResolvers<number>();
    watchful.subscribe({
      ...{ scope: newId(), userId: ana, gymIds: [], after: null, onOpen: resolve },
      ...{ onReset: () => {}, onEvent: () => {}, onPassing: () => {}, onProgress: () => {} },
    });
    await opened;
    await ending.close();
    await vi.waitFor(() => expect(lines.join()).toContain('could not look for missed live events'));
  });

  it('delivers twenty parallel events of one scope once each and in order', async () => {
    const scope = newId();
    const reader = await listen(scope);
    await Promise.all(Array.from({ length: 20 }, (_, n) => say(scope, `event ${n}`)));
    await vi.waitFor(() => expect(reader.events).toHaveLength(20));
    expect(reader.events.map((e) => e.seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(new Set(reader.texts()).size).toBe(20);
  });

  it('misses nothing on resuming when an earlier transaction commits late', async () => {
    const scope = newId();
    await say(scope, 'first');
    const mayCommit = Promise.withResolvers<void>();
    const emitted = Promise.withResolvers<void>();
    const slow = connection.db.transaction().execute(async (tx) => {
      writeNews(tx, [{ scope, type: 'me.updated', data: { changed: ['slow'] }, to: 'everyone' }]);
      await sql`select 1`.execute(tx);
      emitted.resolve();
      await mayCommit.promise;
    });
    await emitted.promise;
    await say(scope, 'fast');
    const before = await listen(scope, { after: 0 });
    await vi.waitFor(() => expect(before.texts()).toEqual(['first', 'fast']));
    before.leave();
    mayCommit.resolve();
    await slow;
    const resumed = await listen(scope, { after: before.events.at(-1)?.seq ?? 0 });
    await vi.waitFor(() => expect(resumed.texts()).toEqual(['slow']));
    expect(resumed.resets).toEqual([]);
  });

  it('delivers an event only to its recipients, and still advances the others', async () => {
    const scope = newId();
    const [forAna, forBen] = [await listen(scope), await listen(scope, { userId: ben })];
    await say(scope, 'for ben', [ben]);
    await say(scope, 'for both', [ana, ben]);
    await say(scope, 'for ben again', [ben]);
    await vi.waitFor(() => expect(forBen.texts()).toEqual(['for ben', 'for both', 'for ben again']));
    await vi.waitFor(() => expect(forAna.reached).toBe(3));
    expect(forAna.texts()).toEqual(['for both']);
  });

  it('keeps scopes apart', async () => {
    const [mine, other] = [newId(), newId()];
    const reader = await listen(mine);
    await say(other, 'not mine');
    await say(mine, 'mine');
    await vi.waitFor(() => expect(reader.texts()).toEqual(['mine']));
  });

  it('resets a reader whose missed events are gone or whose position is unknown', async () => {
    const scope = newId();
    for (const text of ['a', 'b', 'c']) await say(scope, text);
    await sql`select number_events(${scope}::uuid)`.execute(connection.db);
    await sql`delete from live_events where scope_id = ${scope}::uuid and number < 3`.execute(connection.db);
    const tooLate = await listen(scope, { after: 1 });
    expect([tooLate.resets, tooLate.position]).toEqual([[3], 3]);
    const justInTime = await listen(scope, { after: 2 });
    await vi.waitFor(() => expect(justInTime.texts()).toEqual(['c']));
    expect(justInTime.resets).toEqual([]);
    expect((await listen(scope, { after: 99 })).resets).toEqual([3]);
  });

  it('reads a backlog larger than one batch in order', async () => {
    const scope = newId();
    await sql`insert into live_events (scope_id, type, data)
      select ${scope}::uuid, 'me.updated', '{"changed": []}' from generate_series(1, 1200) n`.execute(connection.db);
    const reader = await listen(scope, { after: 0 });
    await vi.waitFor(() => expect(reader.events).toHaveLength(1_200));
    expect(reader.events.every((e, index) => e.seq === index + 1)).toBe(true);
  });

  it('catches up after the listening connection was cut', async () => {
    const scope = newId();
    const reader = await listen(scope);
    const again = new Promise<void>((resolve) => onTestFinished(listener.onReconnect(resolve)));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spotter listens'
      and datname = current_database()`.execute(connection.db);
    await vi.waitFor(() => expect(listener.connected).toBe(false));
    await say(scope, 'unheard');
    await again;
    expect(listener.connected).toBe(true);
    await vi.waitFor(() => expect(reader.texts()).toEqual(['unheard']));
    await say(scope, 'heard');
    await vi.waitFor(() => expect(reader.texts()).toEqual(['unheard', 'heard']));
  });

  it('stops delivering to a reader that has left', async () => {
    const scope = newId();
    const [gone, stays] = [await listen(scope), await listen(scope)];
    gone.leave();
    // When the second event arrives, every reader has received the first.
    for (const text of ['hello', 'hello again']) await say(scope, text);
    await vi.waitFor(() => expect(stays.events).toHaveLength(2));
    expect(gone.events).toEqual([]);
  });
});
