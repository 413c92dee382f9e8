import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#platform/db/connect.ts';
import { learnGymZones, learnZones, momentOf, wallTimeOf } from '#platform/db/zones.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { cloneDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
let zones: string[];

beforeAll(async () => {
  database = await cloneDatabase();
  connection = connect(database.url, { max: 1, onError: () => {} });
  const { rows } = await connection.pool.query(
    `select name from unnest($1::text[]) name where name in (select n.name from pg_timezone_names n)`,
    [Intl.supportedValuesOf('timeZone')],
  );
  zones = rows.map(({ name }) => name);
  await learnZones(connection.db, zones);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A year and a half of local times, at odd hours. */
const walls = Array.from({ length: 80 }, (_, index) =>
  new Date(Date.now() + index * 6.87 * 86_400_000).toISOString().slice(0, 16),
);

test('the database shows the local time that was entered, in any zone', async () => {
  expect(zones.length).toBeGreaterThan(350);
  const typed = zones.flatMap((zone) => walls.map((wall) => ({ zone, wall, moment: momentOf(wall, zone) })));
  const there = typed.filter(({ moment }) => moment !== null);
  expect(there.length).toBeGreaterThan(typed.length * 0.99);
  const { rows } = await connection.pool.query(
    `select zone, wall, shown from (
      select zone, wall, to_char(moment at time zone zone, 'YYYY-MM-DD"T"HH24:MI') as shown
      from unnest($1::text[], $2::text[], $3::timestamptz[]) given (zone, wall, moment)) s where shown <> wall`,
    [there.map(({ zone }) => zone), there.map(({ wall }) => wall), there.map(({ moment }) => moment)],
  );
  expect(rows).toEqual([]);
  for (const { zone, wall, moment } of there) expect(wallTimeOf(moment!, zone)).toBe(`${wall}:00`);
});

test('startup names exactly the gym zones on which Node and PostgreSQL differ', async () => {
  const moments = Array.from({ length: 53 }, (_, week) => new Date(Date.now() + week * 7 * 86_400_000));
  const shownBy = (zone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    return (moment: Date) => format.format(moment);
  };
  const { rows } = await connection.pool.query<{ zone: string; shown: string[] }>(
    `select zone, array_agg(to_char(moment at time zone zone, 'YYYY-MM-DD HH24:MI:SS') order by moment) as shown
    from unnest($1::text[]) zone, unnest($2::timestamptz[]) moment group by zone order by zone`,
    [zones, moments],
  );
  const differing = rows
    .filter(({ zone, shown }) => moments.map(shownBy(zone)).join() !== shown.join())
    .map(({ zone }) => zone);

  const organization_id = newId();
  await connection.db.insertInto('organizations').values({ id: organization_id, name: 'Everywhere' }).execute();
  await connection.db
    .insertInto('gyms')
    .values(zones.map((timezone) => ({ organization_id, id: newId(), name: timezone, address: 'A street', timezone })))
    .execute();
  const warned: string[] = [];
  const log = { warn: (about: { zones: string[] }) => warned.push(...about.zones) };
  await learnGymZones(connection.db, log as unknown as Logger);
  expect(warned.toSorted()).toEqual(differing.toSorted());
});
