import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { cloneDatabase } from '#testing/database.ts';
import { inTransaction, type News, tell } from './tell.ts';

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

/** Rows that are written with the events, as notifications are. */
const rows = (scope: string, text: string, order: string[]): News => ({
  scope,
  write: async () => {
    order.push(text);
    return [{ type: 'me.updated', data: { changed: [text] }, to: 'everyone' }];
  },
});

describe('telling in a transaction', () => {
  it('writes nothing when the transaction fails', async () => {
    const scope = newId();
    const order: string[] = [];
    const failing = inTransaction(connection.db, async (tx) => {
      tell(tx, news(scope, 'event'), rows(scope, 'rows', order), async () => [rows(scope, 'looked up', order)]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await heard(scope), order]).toEqual([[], []]);
  });

  it('undoes the work when its events cannot be written', async () => {
    const [scope, kept] = [newId(), newId()];
    const failing = inTransaction(connection.db, async (tx) => {
      await tx.insertInto('event_scopes').values({ scope_id: kept, last_number: 7 }).execute();
      tell(tx, news(scope, 'event'), async () => Promise.reject(new Error('cannot look it up')));
    });
    await expect(failing).rejects.toThrow('cannot look it up');
    const found = await connection.db.selectFrom('event_scopes').selectAll().where('scope_id', '=', kept).execute();
    expect([await heard(scope), found]).toEqual([[], []]);
  });

  it('writes once, at the outermost commit, when transactions nest', async () => {
    const scope = newId();
    const order: string[] = [];
    await inTransaction(connection.db, async (tx) => {
      const inner = await inTransaction(tx, async (same) => {
        tell(same, rows(scope, 'inner', order));
        return same;
      });
      expect([inner === tx, order]).toEqual([true, []]);
      tell(tx, rows(scope, 'outer', order));
    });
    expect(order).toEqual(['inner', 'outer']);
    expect(await heard(scope)).toEqual([
      [1, 'inner'],
      [2, 'outer'],
    ]);
  });

  it('keeps the order of the events, and runs lookups before the first write', async () => {
    const scope = newId();
    const order: string[] = [];
    const answer = await inTransaction(connection.db, async (tx) => {
      tell(tx, news(scope, 'first'), rows(scope, 'second', order));
      tell(tx, async () => {
        order.push('look up');
        return [rows(scope, 'third', order), news(scope, 'fourth')];
      });
      tell(tx, { scope, type: 'me.updated', data: { changed: ['for nobody'] }, to: [] }, news(scope, 'fifth'));
      order.push('answer');
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(order).toEqual(['answer', 'look up', 'second', 'third']);
    expect(await heard(scope)).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
      [4, 'fourth'],
      [5, 'fifth'],
    ]);
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
