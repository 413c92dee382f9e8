import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { endDemos } from '../demo.jobs.ts';

const app = useTestApp();

/** The rows of every table, and the stored files. */
async function everything() {
  const { db, config } = app();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]!.count;
  }
  const files = await readdir(join(config.DATA_DIR, 'files'), { recursive: true }).catch(() => []);
  return { counts, files: files.sort() };
}

async function useDemo() {
  const { visitor, with: signedIn, db } = app();
  const { body } = await visitor.startDemo();
  const ana = signedIn(body.access_token);
  const { session_id } = (await ana.getDemoPath()).body;
  await ana.joinSession({ params: { id: session_id! }, headers: { 'idempotency-key': crypto.randomUUID() } });
  await ana.sendSessionMessage({ params: { id: session_id! }, body: { content: 'See you there' } });
  await ana.updateMe({ body: { bio: 'Only for an hour' } });
  const [stranger] = (await ana.listFriendSuggestions()).body.results;
  await ana.sendFriendRequest({ body: { receiver_id: stranger!.person.id } });
  const owner = await ana.switchDemoPersona({ body: { persona: 'owner' } });
  const olga = signedIn(owner.body.access_token);
  const { organization } = (await olga.getMe()).body;
  await olga.updateOrganizationTheme({
    params: { id: organization!.id },
    body: { colors: { primary: '#0d9488' } },
  });
  await olga.createSavedTheme({ params: { id: organization!.id }, body: { name: 'Teal', theme: {} } });
  await olga.getDashboard();
  await app().runJobs();
  const over = sql<Date>`now()`;
  const line = db.updateTable('demo_sessions').set({ expires_at: over });
  await line.where('organization_id', '=', organization!.id).execute();
  await db.updateTable('organizations').set({ demo_expires_at: over }).where('id', '=', organization!.id).execute();
  await db
    .updateTable('users')
    .set({ demo_expires_at: over })
    .where('organization_id', '=', organization!.id)
    .execute();
}

const end = async () => {
  const { db, connection, config, files, log } = app();
  await endDemos.perform(
    {
      db,
      inside: connection.inside,
      databaseUrl: '',
      config,
      files,
      log,
      mail: undefined as never,
      push: undefined as never,
      now: new Date(),
    },
    {},
  );
  await app().runJobs();
};

test('a sandbox that was used as member and as owner leaves no row and no file behind', async () => {
  // The first demo of an installation draws the faces, which stay.
  await useDemo();
  await end();
  const before = await everything();
  await useDemo();
  expect((await everything()).counts.sessions).toBeGreaterThan(before.counts.sessions!);
  await end();
  const after = await everything();
  // Its line stays, without the visitor's address.
  after.counts.demo_sessions! -= 1;
  expect(after).toEqual(before);
  const lines = await app().db.selectFrom('demo_sessions').select('ip').where('ip', 'is not', null).execute();
  expect(lines).toEqual([]);
});
