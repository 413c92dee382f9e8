import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';
import { createPgListener, type PgListener } from './pg-listener.ts';
import { inTransaction } from './tell.ts';
import { writeNews } from './write.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let listeners: PgListener[];
/** Two server processes. */
let hubs: LiveHub[];

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 40, onError: () => {} });
  listeners = await Promise.all([createPgListener(database.url, log), createPgListener(database.url, log)]);
  hubs = listeners.map((listener) => createLiveHub({ db: connection.db, listener, log, lookEveryMs: 200 }));
  await sql`create table chats (id int primary key, last int not null default 0)`.execute(connection.db);
});
afterAll(async () => {
  for (const hub of hubs) hub.close();
  for (const listener of listeners) await listener.close();
  await connection.close();
  await database.drop();
});

const chats = [0, 1, 2];

/** Writes like sending a message: the chat's row lock numbers it, then its event, then the commit takes a while. */
const write = (scope: string, { chat, wait, fails }: { chat: number; wait: number; fails: boolean }) =>
  inTransaction(connection.db, async (tx) => {
    const { rows } = await sql<{ last: number }>`update chats set last = last + 1 where id = ${chat}
      returning last`.execute(tx);
    const text = `${chat}:${rows[0]!.last}`;
    writeNews(tx, [{ scope, type: 'me.updated', data: { changed: [text] }, to: 'everyone' }]);
    await sql`select pg_sleep(${wait / 1000})`.execute(tx);
    if (fails) throw new Error('rolled back');
    return text;
  }).catch(() => null);

/** A reader whose connection is cut after every few events, and who resumes on the other process from its position. */
function read(scope: string, everyFew: number) {
  const heard: string[] = [];
  const resets: number[] = [];
  let position: number | null = 0;
  let cuts = 0;
  let leave = () => {};
  const connectAgain = () => {
    let left = everyFew;
    const stop = hubs[cuts % 2]!.subscribe({
      scope,
      userId: newId(),
      gymIds: [],
      after: position,
      onOpen: () => {},
      onReset: (seq) => resets.push(seq),
      onEvent: (event) => {
        if (event.type !== 'me.updated' || left === 0) return;
        heard.push(event.data.changed[0]!);
        position = event.seq;
        left -= 1;
        if (left > 0) return;
        stop();
        cuts += 1;
        connectAgain();
      },
      onPassing: () => {},
      onProgress: () => {},
    });
    leave = stop;
  };
  connectAgain();
  return { heard, resets, leave: () => leave() };
}

const writing = fc.record({
  chat: fc.constantFrom(...chats),
  wait: fc.integer({ min: 0, max: 20 }),
  fails: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
});

it('delivers every event once to every reader and in the order of its chat, whatever commits late', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(writing, { minLength: 20, maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 4 }),
      async (writings, readers) => {
        const scope = newId();
        await sql`truncate chats`.execute(connection.db);
        await sql`insert into chats select unnest(${chats}::int[])`.execute(connection.db);
        const reading = readers.map((everyFew) => read(scope, everyFew));
        const written = (await Promise.all(writings.map((one) => write(scope, one)))).filter((text) => text !== null);
        try {
          for (const { heard, resets } of reading) {
            await vi.waitFor(() => expect(heard.toSorted()).toEqual(written.toSorted()));
            for (const chat of chats) {
              const ofChat = heard
                .filter((text) => text.startsWith(`${chat}:`))
                .map((text) => Number(text.split(':')[1]));
              expect(ofChat).toEqual(ofChat.toSorted((one, other) => one - other));
            }
            expect(resets).toEqual([]);
          }
          expect(new Set(reading.map(({ heard }) => heard.join())).size).toBe(1);
        } finally {
          for (const { leave } of reading) leave();
        }
      },
    ),
    runs(4),
  );
});

it('delivers and accepts events while other transactions of the scope stay open', async () => {
  const scope = newId();
  const reader = read(scope, 100);
  const mayEnd = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  await sql`delete from chats`.execute(connection.db);
  await sql`insert into chats values (0), (1)`.execute(connection.db);
  const open = connection.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx);
    await sql`insert into live_events (scope_id, type, data)
      values (${scope}::uuid, 'me.updated', '{"changed": ["late"]}')`.execute(tx);
    opened.resolve();
    await mayEnd.promise;
  });
  await opened.promise;
  const written: (string | null)[] = [];
  for (const chat of [0, 1, 0]) written.push(await write(scope, { chat, wait: 0, fails: false }));
  await vi.waitFor(() => expect(reader.heard).toEqual(written));
  mayEnd.resolve();
  await open;
  await vi.waitFor(() => expect(reader.heard).toEqual([...written, 'late']));
  reader.leave();
});
