import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { preparedReads } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { eventPositionOf } from './event-position.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';
import { readHead } from './number.ts';
import { createPgListener, type PgListener } from './pg-listener.ts';
import { inTransaction, tell } from './tell.ts';

/*
 * A failover, as a reader sees it: the standby that took over has the events up to a number and continues in another
 * history. nodes/failover.drill.test.ts has the same with two real servers.
 */

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listener: PgListener;
let hub: LiveHub;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
  listener = await createPgListener(database.url, log);
  hub = createLiveHub({ db: connection.db, listener, log });
});
afterAll(async () => {
  hub.close();
  await listener.close();
  await connection.close();
  await database.drop();
});

const say = (scope: string, ...texts: string[]) =>
  inTransaction(connection.db, async (tx) => {
    for (const text of texts) tell(tx, { scope, type: 'me.updated', data: { changed: [text] }, to: 'everyone' });
  });

async function failOver(scope: string, upTo: number): Promise<void> {
  await readHead(preparedReads(connection.pool), scope);
  await sql`delete from live_events where scope_id = ${scope}::uuid and number > ${upTo}`.execute(connection.db);
  await sql`update event_scopes set last_number = ${upTo}, timeline = timeline - 1 where scope_id = ${scope}::uuid`.execute(
    connection.db,
  );
}

async function listen(scope: string, after: number) {
  const got = { texts: [] as string[], resets: 0, seenBeforeReset: [] as string[], reached: after };
  const opened = Promise.withResolvers<number>();
  const leave = hub.subscribe({
    scope,
    gymIds: [],
    userId: newId(),
    after,
    onOpen: opened.resolve,
    onReset: () => {
      got.resets += 1;
      got.seenBeforeReset = [...got.texts];
    },
    onEvent: (event) => got.texts.push(...('changed' in event.data ? event.data.changed : [])),
    onPassing: () => {},
    onProgress: (cursor) => {
      got.reached = cursor;
    },
  });
  onTestFinished(leave);
  await opened.promise;
  return Object.assign(got, { leave });
}

test('readers who have seen lost events are reset; those who have not go on', async () => {
  const scope = newId();
  await say(scope, 'a', 'b', 'c');
  const [ahead, behind] = [await listen(scope, 0), await listen(scope, 0)];
  await vi.waitFor(() => expect([ahead.reached, behind.reached]).toEqual([3, 3]));
  behind.leave();
  await failOver(scope, 2);
  // As many new events as were lost: by their numbers alone nothing would seem to be missing.
  await say(scope, 'd', 'e');
  await vi.waitFor(() => expect(ahead.resets).toBe(1));
  // A reader that was reset before the new events were written hears them afterwards.
  expect(ahead.seenBeforeReset).toEqual(['a', 'b', 'c']);
  await say(scope, 'f');
  await vi.waitFor(() => expect(ahead.texts.at(-1)).toBe('f'));
  expect(ahead.resets).toBe(1);

  expect(await listen(scope, 3)).toMatchObject({ resets: 1 });
  const resumed = await listen(scope, 2);
  await vi.waitFor(() => expect(resumed.texts).toEqual(['d', 'e', 'f']));
  expect(resumed.resets).toBe(0);
  expect(await listen(scope, ahead.reached)).toMatchObject({ resets: 0 });
});

test('a failover that lost nothing resets nobody', async () => {
  const scope = newId();
  await say(scope, 'a', 'b');
  const reader = await listen(scope, 0);
  await vi.waitFor(() => expect(reader.reached).toBe(2));
  await failOver(scope, 2);
  await say(scope, 'c');
  await vi.waitFor(() => expect(reader.texts).toEqual(['a', 'b', 'c']));
  const resumed = await listen(scope, 2);
  await vi.waitFor(() => expect(resumed.texts).toEqual(['c']));
  expect([reader.resets, resumed.resets]).toEqual([0, 0]);
  expect(eventPositionOf(reader.reached)).toEqual({ epoch: expect.any(Number), number: 3 });
  expect(reader.reached).toBeGreaterThan(1e12);
});

test('a reader is reset before anything new happens', async () => {
  const scope = newId();
  await say(scope, 'a', 'b');
  const reader = await listen(scope, 0);
  await vi.waitFor(() => expect(reader.reached).toBe(2));
  await failOver(scope, 1);
  listener.reportMissed();
  await vi.waitFor(() => expect(reader.resets).toBe(1));
});
