import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { refreshFigures } from '#features/analytics/index.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { seedSampleData } from '#sample/index.ts';
import { type TestApp, useTestApp } from '#testing/app.ts';
import { unzip } from '#testing/formats/zips.ts';
import { leftOutTables, movedTables, neverMoved } from './archive/archive-tables.format.ts';
import { writeExport } from './exports/export-organization.service.ts';
import { importFromCommand } from './imports/imports.service.ts';

const old = useTestApp();
const fresh = useTestApp();

let organizationId = '';
/** The original export, and one of what was imported from it. */
const zips: Record<'before' | 'after', Map<string, Buffer>> = { before: new Map(), after: new Map() };

async function exportFrom(app: TestApp, name: string) {
  const path = join(app.config.DATA_DIR, name);
  const db = app.connection.inside({ organizationId });
  await writeExport({ db, files: app.files, organizationId, path, now: new Date() });
  return path;
}

const idOf = async (text: string) => (await old().pool.query<{ id: string }>(text, [organizationId])).rows[0]!.id;

/** The cast has the same emails as the sample gym. */
const clear = (app: TestApp) => app.db.deleteFrom('organizations').execute();

beforeAll(async () => {
  await clear(old());
  await clear(fresh());
  await seedSampleData(old().db, {
    files: old().files,
    now: new Date(),
    passwordFor: () => 'a password for tests',
    hashPassword: async () => '$argon2id$not-a-hash',
  });
  const { rows } = await old().pool.query(`select id from organizations where name = 'Iron Harbour'`);
  organizationId = rows[0].id;
  await addEverythingElse();
  const path = await exportFrom(old(), 'before.zip');
  zips.before = await unzip(path);
  const { db, files } = fresh();
  await importFromCommand({ path, db, files, sendSetup: false });
  zips.after = await unzip(await exportFrom(fresh(), 'after.zip'));
}, 120_000);

/** What the sample gym has none of, and texts that break careless files. */
async function addEverythingElse() {
  const { pool, cast } = old();
  const run = (text: string, values: unknown[] = []) => pool.query(text, [organizationId, ...values]);
  const nasty = [
    '',
    '=1+1',
    "'=1+1",
    "''@x",
    '\t-1',
    'a "quoted", line',
    'two\r\nlines',
    "'plain",
    '\\',
    '\\N',
    'NULL',
    '🏋️ é',
  ];
  const texts = [...nasty, ...fc.sample(fc.string({ unit: 'grapheme', maxLength: 60 }), { numRuns: 80, seed: 7 })].map(
    (text) => text.replaceAll('\0', ' '),
  );
  await run(
    `update users u set bio = t.text from (select id, row_number() over (order by id) as n from users
    where organization_id = $1) p join unnest($2::text[]) with ordinality t (text, n) on t.n = p.n where u.id = p.id`,
    [texts],
  );
  await run(
    `update sessions s set description = t.text, title = left('t' || t.text, 120) from (
    select id, row_number() over (order by id) as n from sessions where organization_id = $1) p
    join unnest($2::text[]) with ordinality t (text, n) on t.n = p.n where s.organization_id = $1 and s.id = p.id`,
    [texts],
  );
  await run(
    `insert into staff_notes (organization_id, id, user_id, author_id, text)
    select $1, gen_random_uuid(), (select id from users where organization_id = $1 order by id limit 1), $3, t.text
    from unnest($2::text[]) t (text) where t.text <> ''`,
    [texts, cast.sam.id],
  );

  // Cancelled with people in it, and words whose author is gone.
  await run(`update sessions set status = 'cancelled', cancelled_at = now(), cancel_reason = '=closed', title_by = null,
      description_by = null, cancel_reason_by = creator_id
    where organization_id = $1 and id in (select session_id from session_participants where organization_id = $1 limit 20)`);
  await run(`update session_series set title_by = null where organization_id = $1`);
  await run(`insert into blocks (organization_id, blocker_id, blocked_id)
    select $1, id, lead(id, 3) over (order by id) from users where organization_id = $1 order by id limit 4`);
  await run(`insert into session_waitlist (organization_id, id, session_id, user_id)
    select $1, gen_random_uuid(), s.id, u.id from sessions s cross join lateral (select u.id from users u
      where u.organization_id = $1 and not exists (select from session_participants p
        where p.organization_id = $1 and p.session_id = s.id and p.user_id = u.id) limit 2) u
    where s.organization_id = $1 and s.status = 'active' and s.starts_at > now() limit 6 on conflict do nothing`);
  await run(
    `insert into saved_themes (organization_id, id, name, config, created_by) values ($1, $2, 'Night', '{}', $3)`,
    [newId(), cast.sam.id],
  );
  await run(`update gyms set theme_id = (select id from saved_themes where organization_id = $1 and name = 'Night')
    where organization_id = $1`);
  await run(`insert into invite_code_uses (organization_id, id, invite_code_id, user_id)
    select $1, gen_random_uuid(), c.id, null from invite_codes c where c.organization_id = $1
      and (c.max_uses is null or c.use_count < c.max_uses)`);
  await run(`insert into referrals (organization_id, user_id, referrer_id, via)
    select $1, id, lead(id) over (order by id), 'friend' from users where organization_id = $1 order by id limit 3
    on conflict do nothing`);
  const announcement = newId();
  await run(
    `insert into announcements (organization_id, id, author_id, title, body, status, sent_at, recipients)
    values ($1, $2, $3, 'Hello', '=hello', 'sent', now(), 3)`,
    [announcement, cast.sam.id],
  );
  await run(
    `insert into notifications (organization_id, id, user_id, kind, announcement_id, read_at)
    select $1, gen_random_uuid(), id, 'announcement', $2, case when id::text < '8' then now() end from users
    where organization_id = $1 limit 5`,
    [announcement],
  );
  await run(`insert into notification_preferences (user_id, kind, channel, enabled)
    select id, 'message', 'email', true from users where organization_id = $1 on conflict do nothing`);
  await run(`insert into notification_settings (user_id, quiet_from)
    select id, '21:30' from users where organization_id = $1 on conflict do nothing`);
  await run(
    `insert into member_risk_dismissals (organization_id, user_id, dismissed_by, until)
    select $1, id, $2, now() from users where organization_id = $1 limit 2 on conflict do nothing`,
    [cast.sam.id],
  );
  await run(`insert into weekly_mails (organization_id, user_id, week)
    select $1, id, '2026-11-09' from users where organization_id = $1 and role = 'org_admin'`);
  await run(`insert into schedule_overrides (organization_id, id, gym_id, first_day, last_day, reason, closed)
    select $1, gen_random_uuid(), id, '2026-12-25', '2026-12-26', '-closed-', true from gyms where organization_id = $1`);
  await run(`update user_preferences set preferences = '{"nested": {"=": ["+1", null, 1.5]}}' where user_id in (
    select id from users where organization_id = $1 limit 3)`);
  await run(`insert into schedule_overrides (organization_id, id, gym_id, first_day, last_day, opens, closes, more_hours)
    select $1, gen_random_uuid(), id, '2026-12-31', '2026-12-31', '08:00', '11:00', '{[720,780),[900,1500)}' from gyms
    where organization_id = $1`);
  await run(`insert into assets (organization_id, id, asset_type, file_key, width, height)
    select $1, gen_random_uuid(), 'logo', avatar_key, 100, 100 from users
    where organization_id = $1 and avatar_key is not null order by id limit 1`);
  // The disk has lost one picture. Its member moves without it.
  const lost = await idOf(`select avatar_key as id from users
    where organization_id = $1 and avatar_key is not null order by id desc limit 1`);
  await old().files.remove(lost);
  // A proposal that answers another one, the later row first in the order of ids.
  const [host, guest] = [
    await idOf('select creator_id as id from sessions where organization_id = $1 order by id limit 1'),
    await idOf(`select id from users where organization_id = $1 and id <> (select creator_id from sessions
      where organization_id = $1 order by id limit 1) limit 1`),
  ];
  const session = await idOf('select id from sessions where organization_id = $1 order by id limit 1');
  const [late, early] = [newId(), newId()];
  for (const [id, proposer, answerer, status, counter] of [
    [early, guest, host, 'countered', null],
    [late, host, guest, 'withdrawn', early],
  ])
    await run(
      `insert into session_proposals (organization_id, id, session_id, proposer_id, answerer_id, counter_to,
        proposed_starts_at, instead_of, message, status, answered_at)
      values ($1, $2, $3, $4, $5, $6, now(), now() - interval '1 hour', 'between us', $7, now())`,
      [id, session, proposer, answerer, counter, status],
    );
}

const lines = (file: Buffer | undefined) => file?.toString().split('\n') ?? [];

describe('an organization that was exported and imported', () => {
  test('is exported again byte for byte, photos included', () => {
    const { before, after } = zips;
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect([...before.keys()].filter((name) => name.startsWith('photos/')).length).toBeGreaterThan(10);
    const except = ['manifest.json', 'audit-log.json'];
    const changed = [...before.keys()].filter(
      (name) => !except.includes(name) && !before.get(name)?.equals(after.get(name)!),
    );
    for (const name of changed) expect(lines(after.get(name)), name).toEqual(lines(before.get(name)));
    expect(changed).toEqual([]);
    const [once, again] = [lines(before.get('audit-log.json')), lines(after.get('audit-log.json'))].map((list) =>
      list.filter((line) => !line.includes('organization.imported')).map((line) => line.replace(/,$/, '')),
    );
    expect(again).toEqual(once);
  });

  test('has rows in every file, so that each was really moved', () => {
    const { files } = JSON.parse(zips.before.get('manifest.json')!.toString());
    expect(movedTables.filter(({ file }) => files[file].rows === 0).map(({ file }) => file)).toEqual([]);
  });

  test('shows its owner the same figures', async () => {
    const figuresOf = async (app: TestApp) => {
      await enqueue(app.db, refreshFigures, {});
      await app.runJobs();
      const { rows } = await app.pool.query<{ id: string }>(
        `select id from users where organization_id = $1 and role = 'org_admin' and is_active order by id limit 1`,
        [organizationId],
      );
      const owner = await app.as({ ...app.cast.olga, id: rows[0]!.id });
      const { status, body } = await owner.getOrganizationDashboard({ query: { range: '90d' } });
      expect(status).toBe(200);
      return body;
    };
    const figures = [await figuresOf(old()), await figuresOf(fresh())];
    expect(JSON.stringify(figures[0])).toContain('sessions');
    expect(figures[1]).toEqual(figures[0]);
  });

  test("contains no secret and nobody's private words", async () => {
    const { db } = old();
    const everything = [...zips.before]
      .filter(([name]) => !name.startsWith('photos/'))
      .map(([, content]) => content.toString())
      .join('\n');
    for (const secret of ['argon2', 'between us']) expect(everything.includes(secret)).toBe(false);
    const { rows } = await sql<{ secret: string }>`
      select personal_share_code as secret from users where personal_share_code is not null
      union select share_token from sessions where share_token is not null
      union select content from messages where length(content) > 12
      union select content from session_messages where length(content) > 12
      union select message from friend_requests where length(message) > 12`.execute(db);
    expect(rows.length).toBeGreaterThan(20);
    // A report shows its admins what was reported.
    const withoutReports = [...zips.before]
      .filter(([name]) => name !== 'reports.json' && !name.startsWith('photos/'))
      .map(([, content]) => content.toString())
      .join('\n');
    expect(rows.filter(({ secret }) => withoutReports.includes(secret))).toEqual([]);
  });

  test('names members only, and no super admin of the old installation', () => {
    for (const name of ['staff-notes.json', 'saved-themes.json', 'announcements.json', 'member-risk-dismissals.json'])
      expect(zips.before.get(name)?.toString()).not.toContain(old().cast.sam.id);
  });
});

describe('the format', () => {
  type Column = { table: string; column: string };
  const columns = async () =>
    (
      await old().pool.query<Column>(`select c.relname as table, a.attname as column from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    ).rows;

  test('moves every table of the database or says why not', async () => {
    const tables = [...new Set((await columns()).map(({ table }) => table))].sort();
    const decided = [...movedTables.map(({ table }) => table as string), ...Object.keys(leftOutTables)].sort();
    expect(decided).toEqual(tables);
  });

  test('moves every column of a moved table or says why not', async () => {
    const found = await columns();
    for (const { table, columns: moved, leftOut = {} } of movedTables) {
      const inDatabase = found.filter((one) => one.table === table).map(({ column }) => column);
      const decided = [
        ...moved,
        ...Object.keys(leftOut),
        ...neverMoved.filter((column) => inDatabase.includes(column)),
      ];
      expect({ table, columns: decided.sort() }).toEqual({ table, columns: inDatabase.sort() });
    }
  });
});
