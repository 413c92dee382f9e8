import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '#platform/backup/backup.ts';
import { newFileKey } from '#platform/file-store.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { unzip } from '#testing/formats/zips.ts';
import { startS3 } from '#testing/hosts/s3.ts';
import { openS3Proxy } from '#testing/hosts/s3-proxy.ts';
import { createArchives } from './exports/archives.service.ts';
import { removeExportFile } from './exports/exports.jobs.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let proxy: Awaited<ReturnType<typeof openS3Proxy>>;
let app: TestApp;
let scratch: string;
beforeAll(async () => {
  s3 = await startS3();
  proxy = await openS3Proxy(s3.settings);
  app = await startTestApp(proxy.settings as Record<string, string>);
  scratch = await mkdtemp(join(tmpdir(), 'spotter-bucket-'));
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
  await s3.stop();
  await rm(scratch, { recursive: true });
});

test('an export is made on one node, downloaded from another, and gone from the bucket when it ends', async () => {
  const { cast, config, http, pool, db } = app;
  const olga = await app.as(cast.olga);
  const { id } = (await olga.exportOrganization()).body;
  await app.runJobs();
  expect(await readdir(join(config.DATA_DIR, 'exports'))).toEqual([]);

  const authorization = `Bearer ${await app.tokenFor(cast.olga)}`;
  const answer = await http.inject({ url: `${API_ROOT}/admin/exports/${id}/file/`, headers: { authorization } });
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  const path = join(scratch, 'downloaded.zip');
  await writeFile(path, answer.rawPayload);
  expect((await unzip(path)).get('README.txt')?.toString()).toContain('Iron Harbour');
  const elsewhere = createArchives({ ...config, DATA_DIR: scratch });
  const opened = await elsewhere.open(id);
  expect(opened?.bytes).toBe(answer.rawPayload.length);
  opened?.stream.destroy();

  const waiting = `select run_at > now() + interval '24 hours' as later from graphile_worker.jobs where key = $1`;
  expect((await pool.query(waiting, [`export_file:${id}`])).rows).toEqual([{ later: true }]);
  await enqueue(db, removeExportFile, { id }, { key: `export_file:${id}` });
  await app.runJobs();
  expect(await elsewhere.open(id)).toBeNull();
});

test('an export is not opened when its download cannot be logged', async () => {
  const { cast, http, pool } = app;
  const { id } = (await (await app.as(cast.olga)).exportOrganization()).body;
  await app.runJobs();
  const authorization = `Bearer ${await app.tokenFor(cast.olga)}`;
  await pool.query('alter table audit_log rename to audit_log_away');
  proxy.seen.length = 0;
  const answer = await http.inject({ url: `${API_ROOT}/admin/exports/${id}/file/`, headers: { authorization } });
  await pool.query('alter table audit_log_away rename to audit_log');
  expect(answer.statusCode).toBe(500);
  expect(proxy.seen).toEqual([{ method: 'HEAD', bytes: 0 }]);
});

test('an export is deleted without waiting for the bucket, and its file soon after', async () => {
  const olga = await app.as(app.cast.olga);
  const { id } = (await olga.exportOrganization()).body;
  await app.runJobs();
  proxy.seen.length = 0;
  const headers = { 'idempotency-key': 'delete-export' };
  expect((await olga.deleteOrganizationExport({ params: { id }, headers })).status).toBe(204);
  expect(proxy.seen).toEqual([]);
  await app.runJobs();
  expect(await createArchives(app.config).isThere(id)).toBe(false);
});

test('exports can be asked for later when the bucket is away', async () => {
  const away = createArchives({ ...app.config, S3_URL: 'http://127.0.0.1:9/spotter' });
  const asked = [away.isThere('one'), away.open('one'), away.remove('one')];
  await Promise.all(asked.map((answer) => expect(answer).rejects.toMatchObject({ code: 'unavailable' })));
});

test('a backup holds the files of the bucket, and the server hands them out', async () => {
  const key = newFileKey('image/png');
  await app.files.put(key, Buffer.from('a picture'), 'image/png');
  await app.db.insertInto('files').values({ key, content_type: 'image/png', bytes: 9 }).execute();
  expect((await app.http.inject(`/files/${key}`)).payload).toBe('a picture');
  const manifest = await backUp({ databaseUrl: app.databaseUrl, files: app.files, folder: join(scratch, 'backup') });
  expect(manifest.files).toContain(key);
  expect(await readdir(join(scratch, 'backup', 'files'))).toContain(key);
});
