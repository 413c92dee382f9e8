import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { pipelineOf } from '#platform/db/driver.ts';
import { newId } from '#platform/ids.ts';
import { cloneDatabase } from '#testing/database.ts';
import { commitOnlyIf, inTransaction, tell, writeLast } from './tell.ts';
import { type News, newsPart } from './write.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 5, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const news = (scope: string, text: string): News => ({
  scope,
  type: 'me.updated',
  data: { changed: [text] },
  to: 'everyone',
});

/** The events of a scope in the order of their numbers. */
async function heard(scope: string) {
  await sql`select number_events(${scope}::uuid)`.execute(connection.db);
  const rows = await connection.db
    .selectFrom('live_events')
    .select(['number', 'data'])
    .where('scope_id', '=', scope)
    .orderBy('number')
    .execute();
  return rows.map(({ number, data }) => [number, (data as { changed: string[] }).changed[0]]);
}

/** News that PostgreSQL completes, as it does notifications. */
const greetings = newsPart(
  'greetings',
  'name text',
  (rows) => `heard_greetings as (
    select place, 'me.updated' as type, jsonb_build_object('changed', array['Hello ' || name]) as data,
      null::uuid[] as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids from ${rows})`,
);
const greeting = (scope: string, name: string): News => ({ scope, part: greetings, rows: [{ name }], keys: [name] });

describe('telling in a transaction', () => {
  it('commits only if a check holds that nobody waits for', async () => {
    const scope = newId();
    const refused = inTransaction(connection.db, async (tx) => {
      tell(tx, news(scope, 'event'));
      commitOnlyIf(tx, sql`select 1 / 0`.execute(tx));
    });
    await expect(refused).rejects.toThrow('division by zero');
    expect(await heard(scope)).toEqual([]);
  });

  it('sends last writes after the locks of the work, and before the news', async () => {
    const order: string[] = [];
    const lock = async (tx: Parameters<typeof tell>[0]) => {
      await sql`select 1`.execute(tx);
      order.push('lock');
    };
    await inTransaction(connection.db, async (tx) => {
      writeLast(tx, () => order.push('last'));
      await lock(tx);
    });
    expect(order).toEqual(['lock', 'last']);
  });

  it('writes nothing when the transaction fails', async () => {
    const scope = newId();
    const failing = inTransaction(connection.db, async (tx) => {
      tell(tx, news(scope, 'event'), greeting(scope, 'Ana'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await heard(scope)).toEqual([]);
  });

  it('undoes the work when its news cannot be written, and fails with that error', async () => {
    const [scope, kept] = [newId(), newId()];
    const broken = newsPart(
      'broken',
      'text text',
      (rows) => `heard_broken as (
      select place, 'me.updated' as type, text::jsonb as data, null::uuid[] as user_ids, null::uuid as gym_id,
        '{}'::uuid[] as except_ids from ${rows})`,
    );
    for (const decided of [false, true]) {
      const failing = inTransaction(
        connection.db,
        async (tx) => {
          await tx.insertInto('event_scopes').values({ scope_id: kept, last_number: 7 }).execute();
          tell(tx, news(scope, 'event'), { scope, part: broken, rows: [{ text: 'no JSON' }] });
          tell(tx, news(newId(), 'in a scope after it'));
        },
        async () => 'answer',
        { decided },
      );
      await expect(failing).rejects.toThrow('invalid input syntax for type json');
    }
    const found = await connection.db.selectFrom('event_scopes').selectAll().where('scope_id', '=', kept).execute();
    expect([await heard(scope), found]).toEqual([[], []]);
  });

  it('writes once, at the outermost commit, when transactions nest', async () => {
    const scope = newId();
    await inTransaction(connection.db, async (tx) => {
      const inner = await inTransaction(tx, async (same) => {
        tell(same, greeting(scope, 'Ana'));
        return same;
      });
      const { rows } = await sql`select from live_events where scope_id = ${scope}::uuid`.execute(tx);
      expect([inner === tx, rows]).toEqual([true, []]);
      tell(tx, greeting(scope, 'Ben'));
    });
    expect(await heard(scope)).toEqual([
      [1, 'Hello Ana'],
      [2, 'Hello Ben'],
    ]);
  });

  it('keeps the order of the news, and leaves out what nobody gets', async () => {
    const scope = newId();
    const answer = await inTransaction(connection.db, async (tx) => {
      tell(tx, news(scope, 'first'), greeting(scope, 'Ana'), news(scope, 'third'), greeting(scope, 'Ben'));
      tell(tx, { scope, type: 'me.updated', data: { changed: ['for nobody'] }, to: [] }, news(scope, 'fifth'));
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(await heard(scope)).toEqual([
      [1, 'first'],
      [2, 'Hello Ana'],
      [3, 'third'],
      [4, 'Hello Ben'],
      [5, 'fifth'],
    ]);
  });

  it('writes a key again in the next statement', async () => {
    const scope = newId();
    const texts: string[] = [];
    await inTransaction(connection.db, async (tx) => {
      tell(tx, greeting(scope, 'Ana'), news(scope, 'between'), greeting(scope, 'Ana'), greeting(scope, 'Ben'));
      const pipeline = pipelineOf(tx)!;
      const query = pipeline.query.bind(pipeline);
      vi.spyOn(pipeline, 'query').mockImplementation((text, values, name) => {
        if (name?.startsWith('tell:')) texts.push(name);
        return query(text, values, name);
      });
    });
    expect(texts).toEqual(['tell:events+greetings', 'tell:greetings']);
    expect((await heard(scope)).map(([, text]) => text)).toEqual(['Hello Ana', 'between', 'Hello Ana', 'Hello Ben']);
  });

  it('writes to several scopes at once, in any order', async () => {
    const scopes = [newId(), newId(), newId()];
    const tellAll = (order: string[]) =>
      inTransaction(connection.db, async (tx) => tell(tx, ...order.map((scope) => news(scope, 'hello'))));
    await Promise.all(Array.from({ length: 20 }, (_, n) => tellAll(n % 2 ? scopes : scopes.toReversed())));
    for (const scope of scopes)
      expect((await heard(scope)).map(([seq]) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('refuses to run outside a transaction, and in one without events', async () => {
    const { db } = connection;
    const outside = 'outside a transaction of inTransaction';
    expect(() => tell(db, news(newId(), 'unheard'))).toThrow(outside);
    const unaware = db.transaction().execute(async (tx) => tell(tx, news(newId(), 'unheard')));
    await expect(unaware).rejects.toThrow(outside);
    const late = await inTransaction(db, async (tx) => tx);
    expect(() => tell(late, news(newId(), 'unheard'))).toThrow(outside);
  });
});
