import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { mostExports } from '@spotter/contract/desk/moving-limits.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { unzip } from '#testing/formats/zips.ts';
import { addSession } from '#testing/test-data.ts';
import { removeOldExports } from './exports.jobs.ts';

const app = useTestApp();

let olga: Client;
beforeAll(async () => {
  const { cast, db } = app();
  olga = await app().as(cast.olga);
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], title: '=Legs' });
});
beforeEach(() => app().db.deleteFrom('organization_exports').execute());

const folderOf = () => join(app().config.DATA_DIR, 'exports');
const filesIn = () => readdir(folderOf()).catch(() => []);

async function download(id: string, person: CastMember | null, emulate?: string) {
  const token = person && (await app().tokenFor(person, emulate));
  return app().http.inject({
    url: `${API_ROOT}/admin/exports/${id}/file/`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}

/** A finished export. */
async function exported() {
  const answer = await olga.exportOrganization();
  expect(answer.status).toBe(202);
  await app().runJobs();
  return answer.body.id;
}

describe('an export', () => {
  test('ends the oldest of those that can be downloaded, so that they never fill the disk', async () => {
    const made: string[] = [];
    for (let n = 0; n <= mostExports; n++) made.push(await exported());
    const { results } = (await olga.listOrganizationExports()).body;
    expect(results.map(({ id, status }) => [id, status])).toEqual(
      made.map((id, index) => [id, index === 0 ? 'expired' : 'done']).reverse(),
    );
    expect(await filesIn()).not.toContain(`${made[0]}.zip`);
    expect(await filesIn()).toEqual(expect.arrayContaining(made.slice(1).map((id) => `${id}.zip`)));
  });

  test('is made as a job, listed, downloaded and logged', async () => {
    const { status, body } = await olga.exportOrganization();
    expect([status, body]).toMatchObject([202, { status: 'queued', progress: 0, bytes: null, expires_at: null }]);
    expect((await download(body.id, app().cast.olga)).json().code).toBe('export_not_ready');
    await app().runJobs();

    const [made] = (await olga.listOrganizationExports()).body.results;
    expect(made).toMatchObject({ id: body.id, status: 'done', progress: 100, by_support: false });
    expect(made?.requested_by?.id).toBe(app().cast.olga.id);
    expect(made?.sessions).toBe(1);
    const hours = (Date.parse(made!.expires_at!) - Date.now()) / 3_600_000;
    expect(hours > 23.9 && hours <= 24).toBe(true);

    const answer = await download(body.id, app().cast.olga);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(made?.bytes),
      'content-disposition': expect.stringMatching(/^attachment; filename="iron-harbour-\d{4}-\d\d-\d\d\.zip"$/),
    });
    const path = join(app().config.DATA_DIR, 'downloaded.zip');
    await writeFile(path, answer.rawPayload);
    const contents = await unzip(path);
    expect(contents.get('sessions.csv')?.toString()).toContain("'=Legs");
    expect(contents.get('README.txt')?.toString()).toContain('Iron Harbour');

    const { body: log } = await olga.listAuditLog();
    expect(log.results.slice(0, 2).map(({ sentence }) => sentence)).toEqual([
      'downloaded an export of the organization',
      'exported the whole organization',
    ]);
  });

  test('is made once, however often it is asked for meanwhile', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => olga.exportOrganization()));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await app().runJobs();
  });

  test('expires after a day, and its file goes', async () => {
    const id = await exported();
    expect(await filesIn()).toContain(`${id}.zip`);
    await app().pool.query(`update organization_exports set expires_at = now() - interval '1 minute'`);
    expect((await olga.listOrganizationExports()).body.results[0]?.status).toBe('expired');
    const answer = await download(id, app().cast.olga);
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'export_expired']);
    await enqueue(app().db, removeOldExports, {});
    await app().runJobs();
    expect(await filesIn()).toEqual([]);
  });

  test('is deleted with its file when an admin wants it', async () => {
    const id = await exported();
    expect((await olga.deleteOrganizationExport({ params: { id } })).status).toBe(204);
    await app().runJobs();
    expect(await filesIn()).not.toContain(`${id}.zip`);
    expect((await download(id, app().cast.olga)).json().code).toBe('export_not_found');
    expect((await olga.deleteOrganizationExport({ params: { id } })).error.code).toBe('export_not_found');
  });

  test('shows that it failed, and can be asked for again', async () => {
    const { body } = await olga.exportOrganization();
    // The file can't be written where a folder is.
    await mkdir(join(folderOf(), `${body.id}.zip.part`), { recursive: true });
    await app().runJobs();
    await rm(folderOf(), { recursive: true });
    expect((await olga.listOrganizationExports()).body.results[0]).toMatchObject({ status: 'failed' });
    expect((await olga.exportOrganization()).body.status).toBe('queued');
    await app().runJobs();
    expect((await olga.listOrganizationExports()).body.results.map(({ status }) => status)).toEqual(['done', 'failed']);
  });
});

describe('who may have an export', () => {
  test('an organization admin; Spotter support asks for one, and never reads it', async () => {
    const { cast } = app();
    const id = await exported();
    expect((await download(id, cast.olga)).statusCode).toBe(200);
    expect((await download(id, cast.sam, cast.organizations.ironHarbour)).json().code).toBe('emulation_not_allowed');
    const support = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await support.exportOrganization()).body).toMatchObject({ by_support: true, requested_by: null });
    await app().runJobs();
    const { body } = await olga.listAuditLog();
    expect(body.results[0]).toMatchObject({ emulating: true, sentence: 'exported the whole organization' });
  });

  test('nobody else', async () => {
    const { cast } = app();
    const id = await exported();
    const answers: Record<string, unknown> = {};
    for (const [name, person] of Object.entries({ ana: cast.ana, finn: cast.finn, sam: cast.sam, nora: cast.nora })) {
      const client = await app().as(person);
      answers[name] = [
        (await download(id, person)).json().code,
        (await client.deleteOrganizationExport({ params: { id } })).error.code,
      ];
    }
    expect(answers).toEqual({
      ana: ['access_denied', 'access_denied'],
      finn: ['access_denied', 'access_denied'],
      sam: ['organization_required', 'organization_required'],
      // The admin of another organization.
      nora: ['export_not_found', 'export_not_found'],
    });
    expect((await download(id, null)).json().code).toBe('not_signed_in');
    expect((await (await app().as(cast.nora)).listOrganizationExports()).body.results).toEqual([]);
    expect(await filesIn()).toContain(`${id}.zip`);
  });

  test('nobody while the organization is switched off, and nobody who is no longer an admin', async () => {
    const { cast, db } = app();
    const id = await exported();
    const { ironHarbour } = cast.organizations;
    const token = await app().tokenFor(cast.olga);
    const answer = async () =>
      (
        await app().http.inject({
          url: `${API_ROOT}/admin/exports/${id}/file/`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    const platform = await app().as(cast.sam);
    await platform.updateOrganization({ params: { id: ironHarbour }, body: { is_active: false } });
    expect([401, 403]).toContain(await answer());
    await platform.updateOrganization({ params: { id: ironHarbour }, body: { is_active: true } });
    const second = { ...cast.finn };
    await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', second.id).execute();
    expect((await download(id, second)).statusCode).toBe(200);
    await db.updateTable('users').set({ role: 'gym_admin' }).where('id', '=', second.id).execute();
    expect((await download(id, second)).statusCode).toBe(403);
  });
});
