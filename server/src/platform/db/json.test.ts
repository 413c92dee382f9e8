import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { momentJson, relativeWords } from '#platform/moments.ts';
import { cloneDatabase } from '#testing/database.ts';
import { type Connection, connect } from './connect.ts';
import { localInstantSql, relativeSql } from './json.ts';

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
  const { rows } = await connection.pool.query(
    `select ${relativeSql('given.seconds')} as words
    from (select $1::float as seconds) given`,
    [seconds],
  );
  expect(rows[0].words).toBe(words);
  expect(relativeWords(seconds)).toBe(words);
});

test.each([
  ['Asia/Kolkata', '2026-07-01T15:30:00+05:30'],
  ['America/New_York', '2026-07-01T06:00:00-04:00'],
  ['UTC', '2026-07-01T10:00:00+00:00'],
  ['Asia/Kathmandu', '2026-07-01T15:45:00+05:45'],
  ['America/St_Johns', '2026-07-01T07:30:00-02:30'],
])('writes a moment on the wall clock of %s', async (zone, local) => {
  const { rows } = await connection.pool.query(
    `select ${localInstantSql('given.moment', 'given.zone')} as local, (given.moment at time zone given.zone)::text as wall
    from (select $1::timestamptz as moment, $2::text as zone) given`,
    ['2026-07-01T10:00:00.25Z', zone],
  );
  expect(rows[0].local).toBe(local);
  const moment = new Date('2026-07-01T10:00:00.25Z');
  expect(JSON.parse(momentJson(moment, rows[0].wall))).toEqual({ utc: '2026-07-01T10:00:00.250Z', local });
});

test('keeps a person’s card as they are, whatever is in their name', async () => {
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
