import { offsetAt as offsetByNode, wallClock } from '@spotter/contract/wall-clock.ts';
import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Db } from './connect.ts';

/*
 * PostgreSQL and Node each have their own time zone data, rarely of the same year. PostgreSQL formats the times users
 * see, so Node parses their input with PostgreSQL's data; otherwise 18:00 could come back as 17:00.
 */

const DAY = 86_400_000;
const YEAR = 366 * DAY;
/** A zone takes milliseconds, and a statement has seconds. */
const AT_ONCE = 50;

/** How far ahead of UTC a zone's clocks are, from each moment on. */
type Offset = { from: number; ms: number };
type Book = { from: number; to: number; offsets: readonly Offset[] };

const books = new Map<string, Book>();

const offsetSql = (moment: string) =>
  sql.raw(`(extract(epoch from (${moment} at time zone name) - (${moment} at time zone 'UTC')) * 1000)::int`);

/** Loads the database's rules for these zones and the relevant years; known zones cost nothing. */
export async function learnZones(db: Db, zones: readonly string[]): Promise<void> {
  const unknown = zones.filter((zone) => !books.has(zone));
  for (let first = 0; first < unknown.length; first += AT_ONCE) await learn(db, unknown.slice(first, first + AT_ONCE));
}

async function learn(db: Db, names: readonly string[]): Promise<void> {
  const [from, to] = [Date.now() - 2 * YEAR, Date.now() + 6 * YEAR];
  // First the days on which the clocks change, then the quarter of an hour.
  const { rows } = await sql<{ name: string; ms: number; from: Date }>`
    with days as (
      select name, t, ${offsetSql('t')} as ms
      from unnest(${names}::text[]) name,
        generate_series(to_timestamp(${from / 1000}), to_timestamp(${to / 1000}), interval '1 day') t
    ), changes as (
      select * from (select *, lag(ms) over (partition by name order by t) as before from days) d
      where before is distinct from ms
    )
    select name, ms, case when before is null then t else (
      select min(q) from generate_series(date_trunc('hour', t - interval '1 day'), t, interval '15 minutes') q
      where ${offsetSql('q')} = ms) end as from
    from changes order by name, t`.execute(db);
  for (const [name, found] of Map.groupBy(rows, (row) => row.name))
    books.set(name, { from, to, offsets: found.map((row) => ({ from: row.from.getTime(), ms: row.ms })) });
}

/** A zone's offset at a moment; for a zone or year that isn't loaded, from Node's own data. */
function offsetByDatabase(zone: string, moment: number): number {
  const book = books.get(zone);
  if (!book || moment < book.from || moment >= book.to) return offsetByNode(zone, moment);
  return book.offsets.findLast(({ from }) => from <= moment)!.ms;
}

/** Wall times by the database's zone data. */
export const { wallTimeOf, momentOf, dayAt } = wallClock(offsetByDatabase);

/** At start: loads the zones of all gyms, and warns the operator where the two sources differ in the coming year. */
export async function learnGymZones(db: Db, log: Logger): Promise<void> {
  const gyms = await db.selectFrom('gyms').select('timezone').distinct().execute();
  const zones = gyms.map(({ timezone }) => timezone);
  await learnZones(db, zones);
  const weeks = Array.from({ length: 53 }, (_, week) => Date.now() + week * 7 * DAY);
  const differing = zones.filter((zone) =>
    weeks.some((moment) => offsetByDatabase(zone, moment) !== offsetByNode(zone, moment)),
  );
  if (differing.length > 0)
    log.warn(
      { zones: differing, node: process.versions.tz },
      'PostgreSQL and Node know different rules for these time zones; whichever is older should be updated',
    );
}
