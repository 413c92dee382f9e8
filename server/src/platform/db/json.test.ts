import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { timeJson } from '#platform/moments.ts';
import { cloneDatabase } from '#testing/database.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { type Connection, connect } from './connect.ts';
import { timeJsonSql } from './json.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** The time so many seconds from now, as PostgreSQL and as Node write it. */
async function written(seconds: number, zone: string) {
  const { rows } = await connection.pool.query(
    `select ${timeJsonSql('given.moment', 'given.zone')} as sql, given.moment,
      (given.moment at time zone given.zone)::text as local, now() as now
    from (select now() + make_interval(secs => $1) as moment, $2::text as zone) given`,
    [seconds, zone],
  );
  const [{ sql, moment, local, now }] = rows;
  return { sql, node: JSON.parse(timeJson(moment, local, { zone, now })) };
}

const [minute, hour, day, week] = [60, 3_600, 86_400, 604_800];

test.each([
  [0, 'now'],
  [59, 'now'],
  [-59, 'now'],
  [minute, 'in 1 minute'],
  [-minute, '1 minute ago'],
  [2 * minute - 1, 'in 1 minute'],
  [2 * minute, 'in 2 minutes'],
  [hour - 1, 'in 59 minutes'],
  [hour, 'in 1 hour'],
  [day - 1, 'in 23 hours'],
  [day, 'in 1 day'],
  [1.4 * day, 'in 1 day'],
  [1.6 * day, 'in 2 days'],
  [-2.6 * day, '3 days ago'],
  [week, 'in 1 week'],
  [2 * week - 1, 'in 1 week'],
  [-2 * week, '2 weeks ago'],
])('says how far %s seconds are: %s', async (seconds, words) => {
  expect((await written(seconds, 'UTC')).sql.relative).toBe(words);
});

const zones = ['Asia/Kolkata', 'America/New_York', 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'];

test('PostgreSQL and Node write the same time', async () => {
  const seconds = fc.oneof(
    fc.constantFrom(...[minute, hour, day, week].flatMap((unit) => [unit, -unit, 2 * unit - 1, unit * 1.5])),
    fc.integer({ min: -2 * 365 * day, max: 2 * 365 * day }),
  );
  await fc.assert(
    fc.asyncProperty(seconds, fc.constantFrom(...zones), async (away, zone) => {
      const { sql, node } = await written(away, zone);
      expect(node).toEqual(sql);
    }),
    runs(60),
  );
});

test("keeps a person's card as they are, whatever is in their name", async () => {
  const id = newId();
  const named = { first_name: 'Zoë "Z"', last_name: 'O\\Hara\n%s' };
  await connection.db
    .insertInto('users')
    .values({ id, email: 'zoe@gym.example', ...named })
    .execute();
  const card = async () =>
    (await connection.db.selectFrom('users').select('card').where('id', '=', id).executeTakeFirstOrThrow()).card;
  expect(await card()).toEqual({
    id,
    ...named,
    avatar_url: null,
    avatar_color: expect.any(String),
    fitness_level: null,
  });
  await connection.db
    .updateTable('users')
    .set({ last_name: 'Hall', fitness_level: 'advanced' })
    .where('id', '=', id)
    .execute();
  expect(await card()).toMatchObject({ last_name: 'Hall', fitness_level: 'advanced' });
});
