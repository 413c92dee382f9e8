import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { LAST_BEFORE } from '#platform/db/squashed.ts';
import { createLiveHub } from '#platform/events/live-hub.ts';
import { createPgListener } from '#platform/events/pg-listener.ts';
import { createFolderStore, newFileKey } from '#platform/file-store.ts';
import { createLogger } from '#platform/log.ts';
import { startTestApp } from '#testing/app.ts';
import { cloneDatabase } from '#testing/database.ts';
import { addNotification, addSession } from '#testing/test-data.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { tablesOf } from './tables.ts';

const log = createLogger('silent');

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'spotter-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An installation with data: members in a session, a file, a queued mail. */
async function livedIn() {
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const { cast, db, files } = app;
  const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Übung\tmit \\ und "…"' });
  await addNotification(db, { to: cast.ana, kind: 'session_joined', session, by: [cast.ben] });
  await (await app.as(cast.ben)).joinSession({ params: { id: session }, body: {} });
  await app.visitor.requestPasswordReset({ body: { email: cast.ana.email } });
  const key = newFileKey('image/png');
  await files.put(key, Buffer.from('a picture'), 'image/png');
  await db.insertInto('files').values({ key, content_type: 'image/png', bytes: 9 }).execute();
  return { app, session, key };
}

/** Every row of every table, as one text each. */
async function contentsOf(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const contents: Record<string, string> = {};
    for (const { name } of await tablesOf(client)) {
      // A backup is noted once it is done, so it doesn't contain itself.
      if (name === 'public.backups') continue;
      const { rows } = await client.query(
        `select count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as word from ${name} t`,
      );
      contents[name] = rows[0].word;
    }
    return contents;
  } finally {
    await client.end();
  }
}

it('restores every row and file, and a database that still counts and checks', async () => {
  const { app, session, key } = await livedIn();
  const folder = join(await temporaryFolder(), 'backup');
  await backUp({ databaseUrl: app.databaseUrl, files: app.files, folder });

  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const files = createFolderStore(await temporaryFolder());
  await restore({ databaseUrl: database.url, files, folder, log });

  // Only the positions in the event streams change: see below.
  const streams = { 'public.event_scopes': expect.anything(), 'public.live_events': expect.anything() };
  expect(await contentsOf(database.url)).toEqual({ ...(await contentsOf(app.databaseUrl)), ...streams });
  expect((await files.get(key))?.body.toString()).toBe('a picture');

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const join_ = (user: string) =>
    client.query('insert into session_participants (organization_id, session_id, user_id) values ($1, $2, $3)', [
      app.cast.organizations.ironHarbour,
      session,
      user,
    ]);
  await join_(app.cast.cleo.id);
  const { rows } = await client.query('select current_participants from sessions where id = $1', [session]);
  expect(rows).toEqual([{ current_participants: 3 }]);
  await expect(join_(app.cast.eve.id)).rejects.toThrow('foreign key');
});

it('tells readers of the live stream to start anew, although they had come further than the backup', async () => {
  const { app } = await livedIn();
  const ana = await app.as(app.cast.ana);
  const positionOf = async () => Number((await ana.getLiveCursor()).body.cursor);
  await positionOf();
  await ana.updateMe({ body: { bio: 'Has an event without a number' } });
  const folder = join(await temporaryFolder(), 'backup');
  await backUp({ databaseUrl: app.databaseUrl, files: app.files, folder });
  const inBackup = await positionOf();
  await ana.updateMe({ body: { bio: 'Is not in the backup' } });
  const later = await positionOf();

  const database = await cloneDatabase();
  onTestFinished(database.drop);
  await restore({ databaseUrl: database.url, files: createFolderStore(await temporaryFolder()), folder, log });
  const { db, close } = connect(database.url, { max: 2, onError: () => {} });
  onTestFinished(close);
  const scope = app.cast.organizations.ironHarbour;
  await sql`insert into live_events (scope_id, type, data) values (${scope}::uuid, 'me.updated', '{"changed": []}')`.execute(
    db,
  );
  const listener = await createPgListener(database.url, log);
  onTestFinished(() => listener.close());
  const hub = createLiveHub({ db, listener, log });
  onTestFinished(() => hub.close());
  const positionFor = (after: number) =>
    new Promise((resolve) => {
      const ignore = () => {};
      const reader = { scope, userId: app.cast.ana.id, gymIds: [], after, onOpen: ignore, onPassing: ignore };
      hub.subscribe({ ...reader, onReset: () => resolve('reset'), onEvent: resolve, onProgress: resolve });
    });
  expect(later).toBeGreaterThan(inBackup);
  for (const position of [0, inBackup, later, later + 1]) expect(await positionFor(position)).toBe('reset');
});

it('restores a backup of the migrations from before the first release', async () => {
  const { app } = await livedIn();
  const folder = join(await temporaryFolder(), 'backup');
  await backUp({ databaseUrl: app.databaseUrl, files: app.files, folder });
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  manifest.migrations.product = ['0001_platform.sql', LAST_BEFORE].map((name) => ({ name, checksum: 'old' }));
  await writeFile(path, JSON.stringify(manifest));
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const files = createFolderStore(await temporaryFolder());
  await restore({ databaseUrl: database.url, files, folder, log });
  const { 'public.live_events': _live, ...contents } = await contentsOf(database.url);
  expect(await contentsOf(app.databaseUrl)).toMatchObject(contents);
});

it('restores only into an empty installation, and only a complete backup', async () => {
  const { app } = await livedIn();
  const home = await temporaryFolder();
  const folder = join(home, 'backup');
  const files = createFolderStore(await temporaryFolder());
  await backUp({ databaseUrl: app.databaseUrl, files: app.files, folder });
  expect(await readdir(home)).toEqual(['backup']);

  const onto = (databaseUrl: string, from = folder) => restore({ databaseUrl, files, folder: from, log });
  await expect(onto(app.databaseUrl)).rejects.toThrow('The database is not empty');
  await expect(onto(app.databaseUrl, home)).rejects.toThrow('is no backup');

  const database = await cloneDatabase();
  onTestFinished(database.drop);
  await writeFile(join(folder, 'public.friendships.copy.gz'), gzipSync(''));
  await expect(onto(database.url)).rejects.toThrow('public.friendships.copy.gz holds 0 rows');
  expect((await contentsOf(database.url))['public.users']).toBe('0:');
});
