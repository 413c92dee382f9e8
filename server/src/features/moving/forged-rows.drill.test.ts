import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { forge, unzip } from '#testing/formats/zips.ts';
import { writeExport } from './exports/export-organization.service.ts';
import { importFromCommand } from './imports/imports.service.ts';

const app = useTestApp();
const other = useTestApp();

let path = '';
beforeAll(async () => {
  const { cast, connection, config, db, files } = app();
  await db
    .insertInto('session_series')
    .values({
      organization_id: cast.organizations.ironHarbour,
      id: crypto.randomUUID(),
      gym_id: cast.gyms.barangaroo,
      creator_id: cast.ana.id,
      rrule: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,-1FR;WKST=MO;COUNT=12',
      timezone: 'Australia/Sydney',
      starts_local: '2026-12-01 18:00',
      workout_type: 'strength',
      title: 'Legs',
    })
    .execute();
  const organizationId = cast.organizations.ironHarbour;
  path = join(config.DATA_DIR, 'original.zip');
  await writeExport({ db: connection.inside({ organizationId }), files, organizationId, path, now: new Date() });
});
beforeEach(() => other().db.deleteFrom('organizations').execute());

/** Imports the export with another text in one of its files, and returns what is said against it. */
async function imported(file: string, from: string | RegExp, to: string): Promise<string | null> {
  const text = (await unzip(path)).get(file)!.toString();
  expect(text).toMatch(from);
  const forged = join(app().config.DATA_DIR, 'forged.zip');
  await forge(path, forged, { [file]: text.replace(from, to) });
  const { db, files } = other();
  return importFromCommand({ path: forged, db, files, sendSetup: false }).then(
    () => null,
    (error: Error) => error.message,
  );
}

test.each([
  ['series.csv', /FREQ=[^"]+/, 'FREQ=SECONDLY', 'row 2: rrule: This rule is unknown'],
  ['series.csv', /FREQ=[^"]+/, 'garbage', 'row 2: rrule: This rule is unknown'],
  ['series.csv', /2026-12-01[^,]+/, '-infinity', 'row 2: starts_local is not a time.'],
  ['members.csv', /\d{4}-\d{2}-\d{2}[^,\r]+/, 'infinity', 'row 2: created_at is not a time.'],
  ['locations.csv', /\d{4}-\d{2}-\d{2}[^,\r]+/, '0044-03-15 BC', 'row 2: created_at is not a time.'],
])('refuses %s with %s as %s', async (file, from, to, said) => {
  expect(await imported(file, from, to)).toBe(`${file}, ${said}`);
});

test('refuses a value that is nested too deeply', async () => {
  const deep = 100_000;
  const user = `"user_id":"${app().cast.ana.id}"`;
  const nested = `{${user},"preferences":{"a":${'['.repeat(deep)}${']'.repeat(deep)}}}`;
  expect(await imported('preferences.json', '[\n', `[\n${nested}\n`)).toBe(
    "preferences.json, row 1: A value can't be read.",
  );
});

test.each([
  ['members.csv', ',Ana,', ',\u202eA\u200bna,', "select first_name as text from users where first_name like 'A%na'"],
  ['series.csv', ',Legs,', ',\u202eLe\u200bgs,', 'select title as text from session_series'],
])('takes unseen marks out of %s', async (file, from, to, query) => {
  expect(await imported(file, from, to)).toBeNull();
  const { rows } = await other().pool.query<{ text: string }>(query);
  expect(rows[0]?.text).toBe(from.replaceAll(',', ''));
});

test.each([
  ['series.csv', ',Legs,', ',Le\u0007gs,', 'row 2: title: Contains characters that cannot be used'],
  ['series.csv', ',Legs,', ',Le\0gs,', 'row 2: title: Contains characters that cannot be used'],
])('refuses control characters in %s', async (file, from, to, said) => {
  expect(await imported(file, from, to)).toBe(`${file}, ${said}`);
});
