import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { migrate, migrationsCurrent, readMigrations } from '../migrate.ts';
import { breaksOf, keptIn } from './breaking-changes.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { layOutPrevious, readPrevious } from './previous.ts';

const folder = mkdtempSync(join(tmpdir(), 'spotter-release-'));
const opened: { pool: pg.Pool; drop(): Promise<void> }[] = [];
async function open({ url, drop }: { url: string; drop(): Promise<void> }): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  opened.push({ pool, drop });
  return pool;
}
afterAll(async () => {
  for (const { pool, drop } of opened) {
    await pool.end();
    await drop();
  }
  rmSync(folder, { recursive: true });
});

let previous: pg.Pool;
let unchanged: pg.Pool;
let old: Catalog;
let current: Catalog;
beforeAll(async () => {
  await layOutPrevious(folder);
  previous = await open(await cloneDatabase('nothing'));
  await migrate(previous, { folder });
  old = await readCatalog(previous);
  unchanged = await open(await cloneDatabase('empty'));
  current = await readCatalog(unchanged);
});

describe("the previous release's code on this schema", () => {
  test('finds everything it uses, and is refused nothing', async () => {
    const { migrations, unused } = await readPrevious();
    const since = (await readMigrations()).filter(({ name }) => !migrations.includes(name));
    const kept = new Set(since.flatMap(({ sql }) => keptIn(sql)));
    expect(breaksOf(old, current, { unused: new Set(unused), kept })).toEqual([]);
  });

  test('changes nothing when it starts there', async () => {
    const pool = await open(await cloneDatabase('empty'));
    await migrate(pool, { folder });
    expect(await readCatalog(pool)).toEqual(current);
  });
});

test('migrations since the previous release come after its own, on a new database too', async () => {
  const { migrations } = await readPrevious();
  const since = (await readMigrations()).map(({ name }) => name).filter((name) => !migrations.includes(name));
  expect(since.filter((name) => name < migrations.at(-1)!)).toEqual([]);
});

/** Spots of a series as the previous release wrote them: who came with it, and who took one by itself. */
async function addOlderSpots(): Promise<void> {
  await previous.query(`insert into organizations (id, name) values (gen_random_uuid(), 'Gym');
    insert into gyms (organization_id, id, name, timezone) select id, gen_random_uuid(), 'One', 'UTC' from organizations;
    insert into users (organization_id, id, email, first_name)
      select o.id, gen_random_uuid(), person || '@gym.example', person
      from organizations o, unnest(array['host', 'stays', 'left', 'single', 'late']) person;
    insert into session_series (organization_id, id, gym_id, creator_id, rrule, timezone, starts_local, workout_type, title, made_until)
      select g.organization_id, gen_random_uuid(), g.id, u.id, 'FREQ=DAILY', 'UTC', '2026-01-05T07:00', 'strength', 'Leg day', '2026-12-31'
      from gyms g, users u where u.first_name = 'host';
    insert into sessions (organization_id, id, gym_id, creator_id, series_id, occurrence_on, workout_type, title, starts_at, ends_at, created_at)
      select organization_id, gen_random_uuid(), gym_id, creator_id, id, '2026-01-05'::date + day, 'strength', 'Leg day',
        '2026-01-05T07:00Z'::timestamptz + day * interval '1 day', '2026-01-05T08:00Z'::timestamptz + day * interval '1 day', '2025-12-01T00:00Z'
      from session_series, generate_series(0, 1) day;
    insert into session_series_members (organization_id, series_id, user_id, joined_at)
      select s.organization_id, s.id, u.id, '2025-12-20T00:00Z' from session_series s, users u where u.first_name in ('stays', 'late');
    insert into session_participants (organization_id, session_id, user_id, joined_at)
      select s.organization_id, s.id, u.id, case u.first_name when 'host' then s.created_at + interval '1 millisecond'
        when 'single' then s.starts_at - interval '5 hours' when 'late' then s.starts_at - interval '20 days' else '2025-12-20T00:00Z' end
      from sessions s, users u where u.first_name <> 'stays' or s.occurrence_on = '2026-01-05';`);
}

describe('this code on the schema of the previous release', () => {
  test('tells of older spots whether they came with their series', async () => {
    await addOlderSpots();
    expect(await migrationsCurrent(previous)).toBe(false);
    await migrate(previous);
    const { rows } =
      await previous.query(`select u.first_name, bool_and(p.with_series) as all, bool_or(p.with_series) as any
      from session_participants p join users u on u.id = p.user_id group by 1 order by 1`);
    const told = (first_name: string, withSeries: boolean) => ({ first_name, all: withSeries, any: withSeries });
    expect(rows).toEqual([
      ...[told('host', true), told('late', false), told('left', true), told('single', false)],
      told('stays', true),
    ]);
  });

  test('brings it up to date before it counts as ready, and makes what a new database has', async () => {
    await migrate(previous);
    expect(await migrationsCurrent(previous)).toBe(true);
    expect(await readCatalog(previous)).toEqual(current);
  });
});

test('changed functions come with a migration, or the previous release would put its own back', async () => {
  const { migrations } = await readPrevious();
  const since = (await readMigrations()).filter(({ name }) => !migrations.includes(name));
  const isAsBefore = isDeepStrictEqual([old.functions, old.rest], [current.functions, current.rest]);
  expect(isAsBefore || since.length > 0).toBe(true);
});

describe('a migration that breaks the previous release is told', () => {
  const nothing = { unused: new Set<string>(), kept: new Set<string>() };
  const broken = async (change: string, known = nothing) => {
    const client = await unchanged.connect();
    try {
      await client.query('begin');
      await client.query(change);
      return breaksOf(current, await readCatalog(client), known);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test.each([
    ['drops a column', 'alter table gyms drop column timezone cascade', 'gyms.timezone is gone.'],
    ['renames a column', 'alter table gyms rename name to title', 'gyms.name is gone.'],
    ['renames a table', 'alter table mails rename to letters', 'mails.id is gone.'],
    ['changes a type', 'alter table mails alter subject type varchar(300)', 'mails.subject was'],
    ['adds a column that must be given', 'alter table mails add weight int not null', 'mails.weight is new'],
    ['takes null away', 'alter table mails alter sent_at set not null', 'mails.sent_at takes no null'],
    ['takes a default away', 'alter table mails alter created_at drop default', 'mails.created_at has lost'],
    ['adds a rule', "alter table mails add constraint short check (subject <> '')", 'short of mails is new'],
    ['adds a unique index', 'create unique index once on mails (to_address)', 'once of mails is new'],
    ['drops a unique index', 'drop index users_email', 'users_email of users is gone'],
    [
      'drops a primary key',
      'alter table event_scopes drop constraint event_scopes_pkey cascade',
      'event_scopes_pkey of event_scopes is gone',
    ],
    [
      'narrows a unique index',
      'drop index messages_by_photo; create unique index messages_by_photo on messages (photo_key) where deleted_at is null',
      'messages_by_photo of messages is gone',
    ],
    [
      'tightens a wall',
      'alter policy tenant on sessions using (false)',
      'The wall tenant of sessions is new or has changed',
    ],
    [
      'adds a wall',
      'create policy quiet on sessions as restrictive using (false)',
      'The wall quiet of sessions is new',
    ],
    ['takes a wall away', 'drop policy tenant on sessions', 'The wall tenant of sessions is gone'],
    [
      'adds a trigger',
      'create trigger late before insert on mails for each row execute function suppress_redundant_updates_trigger()',
      'The trigger late of mails is new',
    ],
    ['drops a function', 'drop function renumber_events()', 'The function renumber_events() is gone'],
    ['takes a right away', 'revoke select on sessions from spotter_tenant', 'spotter_tenant has lost: sessions SELECT'],
  ])('%s', async (_, change, sentence) => {
    expect((await broken(change)).join(' ')).toContain(sentence);
  });

  test.each([
    ['a new table', 'create table letters (id int primary key, sender text not null)'],
    ['a column with a default', 'alter table mails add weight int not null default 0 check (weight >= 0)'],
    ['a column that may be empty', 'alter table mails add weight int'],
    ['an index', 'create index on mails (subject)'],
    ['another name for a unique rule', 'alter index nodes_pkey rename to nodes_by_id'],
  ])('%s breaks nothing', async (_, change) => {
    expect(await broken(change)).toEqual([]);
  });

  test('what the previous release does not use may go, and a rule that it keeps may come', async () => {
    const change =
      "alter table mails drop column subject; alter table mails add constraint short check (to_address <> '')";
    expect(await broken(change, { unused: new Set(['mails.subject']), kept: new Set(['short']) })).toEqual([]);
    expect(keptIn('-- The previous release keeps short: it sends no mail without an address.\n')).toEqual(['short']);
    expect(keptIn('-- The previous release keeps short:\n')).toEqual([]);
  });
});
