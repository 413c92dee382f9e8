import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { largestArchive } from '@spotter/contract/desk/moving-limits.ts';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeForGood } from '#features/organizations/organizations-deletion.service.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import type { Client } from '#testing/client.ts';
import { forge, unzip, zip } from '#testing/formats/zips.ts';
import { zipOf } from '#testing/hostile/hostile-files.ts';
import { addSession } from '#testing/test-data.ts';
import type { FileFault } from '../archive/rows.format.ts';
import { importFromCommand } from './imports.service.ts';

const app = useTestApp();
/** Another installation, with another organization and a super admin in it. */
const other = useTestApp();

let olga: Client;
let sam: Client;
beforeAll(async () => {
  const { cast, db } = app();
  olga = await app().as(cast.olga);
  sam = await other().as(other().cast.sam);
  await other().db.deleteFrom('organizations').where('id', '<>', other().cast.organizations.nightShift).execute();
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], title: '=Legs' });
});

describe('an import', () => {
  let path = '';
  beforeAll(async () => {
    const { body } = await olga.exportOrganization();
    await app().runJobs();
    path = join(app().config.DATA_DIR, 'original.zip');
    await writeFile(path, await readFile(join(app().config.DATA_DIR, 'exports', `${body.id}.zip`)));
  });
  const upload = async (from: string, query: { send_setup?: boolean } = {}) =>
    sam.importOrganization({ query, body: new File([await readFile(from)], 'export.zip') });
  const forged = async (changes: Parameters<typeof forge>[2]) => {
    const to = join(app().config.DATA_DIR, 'forged.zip');
    await forge(path, to, changes);
    return to;
  };
  /** The file with one of its rows changed. */
  const changed = async (file: string, from: string | RegExp, to: string) => {
    const text = (await unzip(path)).get(file)!.toString();
    expect(text).toMatch(from);
    return forged({ [file]: text.replace(from, to) });
  };
  const peopleIn = async () => (await other().pool.query('select count(*)::int as n from users')).rows[0].n;
  const refusal = async (from: string) => {
    const before = await peopleIn();
    const { status, error } = await upload(from);
    expect(await peopleIn()).toBe(before);
    return [status, error.code, error.details?.file?.[0]];
  };
  afterEach(async () => {
    const id = app().cast.organizations.ironHarbour;
    await sam.deleteOrganization({ params: { id }, query: { name: 'Iron Harbour' } });
    await other().pool.query("update organizations set deleted_at = now() - interval '31 days' where id = $1", [id]);
    await inTransaction(other().db, (tx) => removeForGood(tx, id));
  });

  test('brings everybody over, who then get in with a new password', async () => {
    const { cast } = app();
    const { status, body } = await upload(path);
    expect([status, body]).toMatchObject([201, { organization: { name: 'Iron Harbour' }, sessions: 1 }]);
    expect(await other().mailsTo(cast.ana.email)).toEqual([]);
    const { visitor } = other();
    expect((await visitor.login({ body: { email: cast.ana.email, password: 'anything at all' } })).status).toBe(401);
    await visitor.requestPasswordReset({ body: { email: cast.ana.email } });
    const [mail] = await other().mailsTo(cast.ana.email);
    const token = /reset=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const fresh = 'a wholly new password';
    await visitor.confirmPasswordReset({ body: { token, new_password: fresh } });
    expect((await visitor.login({ body: { email: cast.ana.email, password: fresh } })).status).toBe(200);
    const owner = await other().as(cast.olga);
    expect((await owner.listAuditLog()).body.results[0]?.sentence).toMatch(
      /^imported the organization, with \d+ members$/,
    );
    expect((await upload(path)).error.code).toBe('organization_exists');
  });

  test('mails setup codes only when it is asked to, and can follow a deletion', async () => {
    const { cast } = app();
    expect((await upload(path, { send_setup: true })).status).toBe(201);
    const [mail] = await other().mailsTo(cast.ben.email);
    expect(mail?.text).toContain('/login?setup=true');
  });

  test('is for super admins only', async () => {
    const body = new File([await readFile(path)], 'export.zip');
    const { cast } = app();
    const answer = async (client: Client) => (await client.importOrganization({ body })).error.code;
    expect(await answer(olga)).toBe('access_denied');
    expect(await answer(await app().as(cast.sam, cast.organizations.ironHarbour))).toBe('access_denied');
    expect(await answer(app().visitor)).toBe('not_signed_in');
  });

  test.each([
    ['a text', 'hello', "This isn't a zip file."],
    ['nothing', '', "This isn't a zip file."],
  ])('refuses %s', async (_what, text, message) => {
    const given = join(app().config.DATA_DIR, 'no.zip');
    await writeFile(given, text);
    expect(await refusal(given)).toEqual([400, 'archive_invalid', message]);
  });

  const bomb = (bytes: number, says = bytes) => ({
    name: 'manifest.json',
    packed: deflateRawSync(Buffer.alloc(bytes)),
    size: says,
  });
  const nothing = { packed: deflateRawSync(''), size: 0 };
  test.each([
    ['a bomb by its claim', () => zipOf([bomb(2_000_000, 2 ** 31)]), 'This zip file is too large when unpacked.'],
    [
      'a bomb that claims 10 bytes',
      () => zipOf([bomb(50_000_000, 10)]),
      /manifest.json .* isn't as large as it claims/,
    ],
    [
      'a name that climbs out',
      () => zipOf([{ name: '../../evil.csv', ...nothing }]),
      /doesn't belong in it: "\.\.\/\.\./,
    ],
  ])('refuses %s', async (_what, make, message) => {
    const given = join(app().config.DATA_DIR, 'hostile.zip');
    await writeFile(given, make());
    const [status, code, text] = await refusal(given);
    expect([status, code]).toEqual([400, 'archive_invalid']);
    expect(text).toMatch(message);
  });

  test('refuses another kind of body, and one that is too large', async () => {
    const token = await other().tokenFor(other().cast.sam);
    const post = (payload: Buffer | object, type?: string) =>
      other().http.inject({
        method: 'POST',
        url: `${API_ROOT}/super-admin/organizations/import/`,
        headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
        payload,
      });
    expect((await post({ file: 'x' })).json().code).toBe('unsupported_type');
    expect((await post(Buffer.alloc(largestArchive + 1), 'application/zip')).json().code).toBe('body_too_large');
    expect(await readdir(join(other().config.DATA_DIR, 'uploads'))).toEqual([]);
  });

  test('refuses a zip that is no export, or made by a newer Spotter', async () => {
    const given = join(app().config.DATA_DIR, 'no.zip');
    await zip(given, [['a.txt', Buffer.from('a')]]);
    expect((await refusal(given))[2]).toContain('it has no manifest.json');
    const manifest = JSON.parse((await unzip(path)).get('manifest.json')!.toString());
    const newer = await forged({ 'manifest.json': JSON.stringify({ ...manifest, version: 2 }) });
    expect((await refusal(newer))[2]).toContain('made by a newer version');
    const strange = await forged({ 'manifest.json': '{"format": "else", "version": 1}' });
    expect((await refusal(strange))[2]).toContain('manifest.json: This is not the manifest');
  });

  test('refuses a missing file, a changed one, and one that does not belong', async () => {
    expect((await refusal(await forged({ 'members.csv': null })))[2]).toBe(
      'members.csv: The file is missing from the export.',
    );
    expect((await refusal(await forged({ 'extra.csv': 'a' })))[2]).toContain("extra.csv: The file doesn't belong");
    const contents = await unzip(path);
    const text = contents.get('members.csv')!.toString();
    contents.set('members.csv', Buffer.from(text.replace('Olga', 'Olgb')));
    const edited = join(app().config.DATA_DIR, 'edited.zip');
    await zip(edited, contents);
    expect((await refusal(edited))[2]).toContain('members.csv: The file was changed after the export.');
  });

  test('names the file and the row that it refuses', async () => {
    const { cast } = app();
    const strangers = other().cast;
    const cases: [file: string, from: string | RegExp, to: string, message: RegExp][] = [
      ['participants.csv', cast.ben.id, strangers.eve.id, /^participants.csv, row \d: user_id names something/],
      ['sessions.csv', cast.ana.id, strangers.eve.id, /^sessions.csv, row 2: creator_id names something/],
      [
        'sessions.csv',
        /strength|cardio|classes/,
        'chess',
        /^sessions.csv, row 2: A value is not allowed \(workout type\)/,
      ],
      ['sessions.csv', /,10,/, ',many,', /^sessions.csv, row 2: A value can't be read/],
      ['sessions.csv', /\n/, '\n"', /^sessions.csv, row \d: This row is not valid CSV/],
      ['members.csv', 'fitness_level', 'password_hash', /^members.csv, row 2: "password_hash" is not a column/],
      ['members.csv', cast.ana.email, cast.ben.email, /^members.csv, row \d+: An account with this email/],
      ['members.csv', cast.ana.email, 'ana', /^members.csv, row \d+: email: Invalid email address/],
      [
        'theme.json',
        '[\n',
        '[\n{"config":{"colors":{"primary":"red;}"}}}\n',
        /^theme.json, row 1: config.colors.primary/,
      ],
      [
        'organization.json',
        cast.organizations.ironHarbour,
        strangers.organizations.nightShift,
        /^organization.json, row 1: It belongs to another organization/,
      ],
      ['organization.json', '[', '{', /^organization.json, row 1: This row is not a JSON object/],
      ['members.csv', /org_admin/g, 'regular_user', /^members.csv: It needs at least one active organization admin/],
    ];
    // At the terminal, because a process for each would take long.
    for (const [file, from, to, message] of cases) {
      const command = { path: await changed(file, from, to), db: other().db, files: other().files, sendSetup: false };
      const fault = await importFromCommand(command).then(
        () => null,
        (error: FileFault) => error,
      );
      expect([file, to, fault?.isConflict, fault?.message]).toEqual([
        file,
        to,
        /email$|account/.test(message.source),
        expect.stringMatching(message),
      ]);
    }
  });

  test('takes no time of this process, whatever the file unpacks to', async () => {
    const path = await forged({ 'reports.json': `[${'\n'.repeat(5_000_000)}x]\n` });
    const before = process.cpuUsage();
    expect((await refusal(path))[2]).toBe('reports.json, row 1: This row is not a JSON object on a line of its own.');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(1);
  });

  test('refuses a person of this installation as the author of something', async () => {
    const note = {
      id: crypto.randomUUID(),
      user_id: app().cast.ana.id,
      author_id: other().cast.eve.id,
      text: 'x',
      created_at: '2026-11-01',
    };
    const manifest = JSON.parse((await unzip(path)).get('manifest.json')!.toString());
    expect(manifest.files['staff-notes.json'].rows).toBe(0);
    const preference = { user_id: other().cast.sam.id, kind: 'message', channel: 'email', enabled: false };
    for (const [file, row, column] of [
      ['staff-notes.json', note, 'author_id'],
      ['notification-preferences.json', preference, 'user_id'],
    ] as const)
      expect((await refusal(await forged({ [file]: `[\n${JSON.stringify(row)}\n]\n` })))[2]).toBe(
        `${file}, row 1: ${column} names a person who isn't in this export.`,
      );
  });

  test('refuses an email that has an account here, and says which row', async () => {
    const { cast } = app();
    const [status, code, said] = await refusal(await changed('members.csv', cast.ana.email, other().cast.eve.email));
    expect([status, code]).toEqual([409, 'archive_conflicts']);
    expect(said).toMatch(/^members.csv, row \d+: An account with this email already exists/);
  });

  test('refuses a photo that is none', async () => {
    const key = `${'0'.repeat(32)}.png`;
    expect((await refusal(await forged({ [`photos/${key}`]: '<script>' })))[2]).toBe(
      `photos/${key}: This file isn't the type of picture its name says.`,
    );
    expect(await other().files.get(key)).toBeNull();
    expect((await refusal(await forged({ 'photos/x.html': '<script>' })))[2]).toContain("doesn't belong");
  });

  test('takes no lock for its friendships, and elsewhere never too many', async () => {
    const client = await other().pool.connect();
    const locks = async () =>
      (
        await client.query(
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
        )
      ).rows[0].n;
    await client.query('begin');
    await client.query(`set local spotter.importing = 'on'`);
    await client.query('select lock_pair(gen_random_uuid(), gen_random_uuid())');
    expect(await locks()).toBe(0);
    await client.query(`set local spotter.importing = 'off'`);
    await client.query('select lock_pair(gen_random_uuid(), gen_random_uuid())');
    expect(await locks()).toBe(1);
    await client.query('select lock_pair(gen_random_uuid(), gen_random_uuid()) from generate_series(1, 20000)');
    expect(await locks()).toBeLessThanOrEqual(2048);
    await client.query('rollback');
    client.release();
  });
});
