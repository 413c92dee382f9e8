import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { startTestApp, useTestApp } from '#testing/app.ts';
import { tracesOf } from '#testing/databases/traces.ts';
import { makeUndeletable } from '#testing/databases/undeletable.ts';
import { endDemos } from './demo.jobs.ts';

const app = useTestApp();

async function start() {
  const { status, body } = await app().visitor.startDemo();
  expect(status).toBe(201);
  const client = app().with(body.access_token);
  return { ...body, client, me: (await client.getMe()).body };
}

const runClean = async () => {
  const { db, connection, config, log } = app();
  await endDemos.perform(
    {
      db,
      inside: connection.inside,
      databaseUrl: '',
      config,
      // Files wait in the queue, so that a crash leaves none behind.
      files: undefined as never,
      log,
      mail: undefined as never,
      push: undefined as never,
      now: new Date(),
    },
    {},
  );
};

describe('starting a demo', () => {
  test('signs a visitor in as the persona for an hour', async () => {
    const { demo_info, me } = await start();
    expect(demo_info.persona_name).toBe('Ana Costa');
    expect(me).toMatchObject({
      first_name: 'Ana',
      role: 'regular_user',
      is_demo_user: true,
      demo_persona: 'Ana Costa',
      demo_expires_at: demo_info.expires_at,
      onboarding_completed: true,
    });
    const minutes = (Date.parse(demo_info.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test('has a 45-minute session with three spots, two of them taken, that the visitor can join', async () => {
    const { client } = await start();
    const { body } = await client.listSessions({ query: { page_size: 100 } });
    const small = body.results.find(({ max_participants }) => max_participants === 3);
    expect(small).toMatchObject({
      duration_minutes: 45,
      current_participants: 2,
      available_spots: 1,
      can_join: true,
      is_participant: false,
    });
    expect(body.results.length).toBeGreaterThan(10);
    expect(body.results.some(({ is_participant }) => is_participant)).toBe(true);
    const unread = await client.getUnreadCount();
    expect(unread.body.unread_count).toBeGreaterThan(2);
  });

  test('serves a picture for every person, drawn once', async () => {
    const { me } = await start();
    const { db, http } = app();
    const people = await db
      .selectFrom('users')
      .select('avatar_key')
      .where('organization_id', '=', me.organization!.id)
      .execute();
    expect(people.length).toBeGreaterThanOrEqual(12);
    for (const { avatar_key } of people) expect(avatar_key).not.toBeNull();
    const face = await http.inject(me.avatar_url ?? '');
    expect([face.statusCode, face.headers['content-type']]).toEqual([200, 'image/webp']);
    const { count } = await db
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(people.length);
  });

  test('gives every visitor a separate, closed sandbox', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.me.organization?.id).not.toBe(other.me.organization?.id);
    const sessions = (await one.client.listSessions()).body.results;
    expect((await other.client.getSession({ params: { id: sessions[0]!.id } })).status).toBe(404);
    expect((await one.client.generatePlatformInvite()).error.code).toBe('demo_not_allowed');
    expect((await one.client.resendVerification()).error.code).toBe('demo_not_allowed');
    await app().runJobs();
    expect(await app().db.selectFrom('mails').select('id').execute()).toEqual([]);
  });
});

describe('the end of the hour', () => {
  const end = (organizationId: string) =>
    Promise.all(
      [
        sql`update organizations set demo_expires_at = now() - interval '1 second' where id = ${organizationId}`,
        sql`update users set demo_expires_at = now() - interval '1 second' where organization_id = ${organizationId}`,
      ].map((statement) => statement.execute(app().db)),
    );

  test('is enforced by the server, for access and refresh tokens', async () => {
    const { client, refresh_token, me } = await start();
    await end(me.organization!.id);
    // The test moved the hour in the database, so the database has to tell the server.
    await expect.poll(async () => (await client.getMe()).status).toBe(401);
    expect((await app().visitor.refresh({ body: { refresh: refresh_token } })).error.code).toBe('refresh_invalid');
  });

  test('deletes its files by the queue, and one that fails keeps no other', async () => {
    const { db, files } = app();
    const [stuck, other] = [await start(), await start()];
    const key = newFileKey('image/webp');
    await files.put(key, Buffer.from('x'), 'image/webp');
    const organization_id = other.me.organization!.id;
    await db.insertInto('files').values({ key, organization_id, content_type: 'image/webp', bytes: 1 }).execute();
    for (const { me } of [stuck, other]) await end(me.organization!.id);
    const allow = await makeUndeletable(db, stuck.me.organization!.id);
    await expect(runClean()).rejects.toThrow('1 demos that are over could not be removed.');
    expect(await tracesOf(db, organization_id)).toEqual([]);
    expect(await files.get(key)).not.toBeNull();
    await app().runJobs();
    expect(await files.get(key)).toBeNull();
    await allow();
    await runClean();
    expect(await tracesOf(db, stuck.me.organization!.id)).toEqual([]);
  });

  test('deletes the whole sandbox and nothing else', async () => {
    const { me, client } = await start();
    const other = await start();
    await client.updateMe({ body: { bio: 'Leaves an event in the stream' } });
    await end(me.organization!.id);
    const before = await app().db.selectFrom('files').select('key').execute();
    await runClean();
    expect(await tracesOf(app().db, me.organization!.id)).toEqual([]);
    const audited = app().db.selectFrom('audit_log').select('id');
    expect(await audited.where('organization_id', '=', me.organization!.id).execute()).toEqual([]);
    const scopes = app().db.selectFrom('event_scopes').select('scope_id');
    expect(await scopes.where('scope_id', '=', me.organization!.id).execute()).toEqual([]);
    expect(await app().db.selectFrom('files').select('key').execute()).toEqual(before);
    expect((await other.client.getMe()).status).toBe(200);
    expect((await (await app().as(app().cast.ana)).getMe()).status).toBe(200);
  });
});

test('starts are limited in total, even in parallel, and by address', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on', DEMO_LIMIT: '3' });
  try {
    // The cast's demo is one of the three.
    const answers = await Promise.all(Array.from({ length: 5 }, () => limited.visitor.startDemo()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused?.error).toMatchObject({ code: 'demo_failed', error: 'Failed to start demo session' });
    // A full house costs the address none of its tries.
    const admin = await limited.as(limited.cast.sam);
    await admin.updateDemoLimits({ body: { at_once: 20, per_address: 3 } });
    expect((await limited.visitor.startDemo()).status).toBe(201);
    const fourth = await limited.visitor.startDemo();
    expect([fourth.status, fourth.error.code]).toEqual([429, 'too_many_demos']);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
