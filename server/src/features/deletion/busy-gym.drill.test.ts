import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { registerPreviews } from '#features/previews/previews.routes.ts';
import { preparedReads } from '#platform/db/reads.ts';
import { newFileKey } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { noLimits } from '#platform/limits.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { sendDigests } from '#testing/digests.ts';
import { openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();
const password = 'a password of a hundred';
/** Part of every name, address and text of a leaving member, and of nothing else. */
const markOf = (n: number) => `qqq${n}zzz`;
const anyMark = 'qqq[0-9]+zzz';

type Leaver = CastMember & { n: number; mark: string; avatar: string };
let leavers: Leaver[];

/** A hundred members with their own photos, addresses and texts. */
beforeAll(async () => {
  const { db, cast, files } = app();
  const organizationId = cast.organizations.ironHarbour;
  await openDaily(db, { organizationId, gymId: cast.gyms.barangaroo });
  // The cheapest hash: confirming a password has its own tests.
  const password_hash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  leavers = Array.from({ length: 100 }, (_, n) => {
    const mark = markOf(n);
    const email = `mail${mark}@gym.example`;
    return { name: 'cleo', id: newId(), email, organizationId, n, mark, avatar: newFileKey('image/png') };
  });
  for (const { avatar, mark } of leavers) await files.put(avatar, Buffer.from(mark), 'image/png');
  const all = { organization_id: organizationId };
  await db
    .insertInto('files')
    .values(leavers.map(({ avatar }) => ({ ...all, key: avatar, content_type: 'image/png', bytes: 9 })))
    .execute();
  await db
    .insertInto('users')
    .values(
      leavers.map(({ id, email, mark, avatar }) => ({
        ...all,
        id,
        email,
        email_verified: true,
        password_hash,
        avatar_key: avatar,
        first_name: `First${mark}`,
        last_name: `Last${mark}`,
        bio: `Bio ${mark}`,
        phone: `+61 ${mark}`,
        personal_share_code: `code-${mark}`,
      })),
    )
    .execute();
  await db
    .insertInto('user_gyms')
    .values(leavers.map(({ id }) => ({ ...all, user_id: id, gym_id: cast.gyms.barangaroo })))
    .execute();
});

/** What each of them leaves behind, written as the calls write it. */
async function leaveTraces(): Promise<void> {
  const { db, cast } = app();
  const { ben } = cast;
  const all = { organization_id: cast.organizations.ironHarbour };
  const bens = await addSession(db, {
    gym: cast.gyms.barangaroo,
    host: ben,
    title: 'Ben lifts',
    max_participants: 200,
  });
  const at = { ...all, session_id: bens };
  await db
    .insertInto('session_participants')
    .values(leavers.map(({ id }) => ({ ...at, user_id: id })))
    .execute();
  await db
    .insertInto('session_messages')
    .values(leavers.map(({ id, mark }) => ({ ...at, id: newId(), sender_id: id, content: `Chat ${mark}` })))
    .execute();
  await db
    .insertInto('friend_requests')
    .values(
      leavers.map(({ id, mark }) => ({
        ...all,
        id: newId(),
        sender_id: id,
        receiver_id: ben.id,
        message: `Friends? ${mark}`,
      })),
    )
    .execute();
  for (const leaver of leavers) {
    const words = { title: `Title ${leaver.mark}`, description: `Text ${leaver.mark}` };
    const here = { gym: cast.gyms.barangaroo, host: leaver, ...words };
    await addSession(db, { ...here, with: [ben] });
    if (leaver.n >= 10) continue;
    // A past session with Ben in it, and one that ends with its host.
    await addSession(db, { ...here, with: [ben], in: -600 });
    await addSession(db, here);
  }
  await db
    .insertInto('conversations')
    .values(
      leavers.map(({ id, mark }) => ({
        ...{ ...all, id: newId(), kind: 'group', name: `Crew ${mark}` },
        ...{ created_by: id, name_by: id },
      })),
    )
    .execute();
  await db
    .insertInto('nominations')
    .values(
      leavers.map(({ email, mark }) => ({
        id: newId(),
        nominator_first_name: mark,
        nominator_email: email.toUpperCase(),
        gym_name: 'Another gym',
        gym_address: '1 Road',
        comments: `Please, ${mark}`,
      })),
    )
    .execute();
}

/** What some of them do through the calls, with events, notifications, mails and stored answers. */
async function actThroughCalls(leaver: Leaver): Promise<void> {
  const { db, cast } = app();
  const { ben } = cast;
  const { mark, n } = leaver;
  const client = await app().as(leaver);
  const keyed = { 'idempotency-key': `key-${mark}` };
  const ok = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect([status < 300, text]).toEqual([true, text]);
  };
  const theirs = { gym: cast.gyms.barangaroo, host: leaver, title: `Second ${mark}`, description: `More ${mark}` };
  const bens = await addSession(db, { gym: cast.gyms.barangaroo, host: ben, title: 'Ben runs' });
  await ok(client.joinSession({ params: { id: bens }, body: {}, headers: keyed }));
  await ok(client.sendSessionMessage({ params: { id: bens }, body: { content: `Live ${mark}` } }));
  const proposed_time = new Date(Date.now() + 27 * 3_600_000).toISOString();
  await ok(client.createProposal({ params: { id: bens }, body: { proposed_time, message: `Later ${mark}` } }));
  const cancelled = await addSession(db, { ...theirs, with: [ben] });
  await ok(client.cancelSession({ params: { id: cancelled }, query: { reason: `Because ${mark}` } }));
  const left = await addSession(db, { ...theirs, with: [ben] });
  await ok(client.leaveSession({ params: { id: left }, body: {} }));
  await ok(client.sendFriendRequest({ body: { receiver_id: cast.finn.id, message: `Hello ${mark}` } }));
  await ok(client.generatePlatformInvite({ body: { email: `friend-of-${n}@else.example` } }));
  // Ben shares one of their sessions.
  const shared = await addSession(db, { ...theirs, with: [ben] });
  const conversation = newId();
  const [user_low_id, user_high_id] = [ben.id, cast.finn.id].sort() as [string, string];
  const organization_id = cast.organizations.ironHarbour;
  await db
    .insertInto('conversations')
    .values({ organization_id, id: conversation, kind: 'direct', user_low_id, user_high_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await db.selectFrom('conversations').select('id').where('user_low_id', '=', user_low_id).execute();
  for (const user_id of [user_low_id, user_high_id])
    await db
      .insertInto('conversation_members')
      .values({ organization_id, conversation_id: found[0]!.id, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const toChat = { params: { id: shared }, body: { conversation_id: found[0]!.id } };
  await addFriends(db, ben, [cast.finn]);
  await ok((await app().as(ben)).shareSessionToChat(toChat));
  await ok(client.createReport({ body: { kind: 'user', id: ben.id, reason: 'other', note: `Report ${mark}` } }));
  await ok((await app().as(ben)).createReport({ body: { kind: 'session', id: shared, reason: 'spam' } }));
  await ok(app().visitor.requestPasswordReset({ body: { email: leaver.email } }));
}

/** Everything in the database and the data folder that still contains a mark. */
async function marksLeft(): Promise<string[]> {
  const { pool, config } = app();
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ~* '${anyMark}' limit 2`,
    );
    places.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  for (const entry of await readdir(config.DATA_DIR, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (new RegExp(anyMark).test(`${entry.name} ${await readFile(path, 'latin1')}`)) places.push(path);
  }
  return places;
}

async function notificationsOf(person: CastMember) {
  const client = await app().as(person);
  const all = [];
  for (let before: string | undefined; ; before = all.at(-1)?.id) {
    const { results, next } = (await client.listNotifications({ query: { page_size: 100, before } })).body;
    all.push(...results);
    if (!next) return all;
  }
}

test('leaves no name, address or text of a hundred deleted members', async () => {
  const { db, pool, config, files, cast } = app();
  const kinds = ['session_joined', 'session_message', 'proposal', 'session_cancelled', 'friend_request'];
  await db
    .insertInto('notification_preferences')
    .values(kinds.map((kind) => ({ user_id: cast.ben.id, kind, channel: 'email', enabled: true })))
    .execute();
  await leaveTraces();
  for (const leaver of leavers.slice(0, 3)) await actThroughCalls(leaver);
  await sendDigests(app());
  // These leave mails and jobs that are still queued.
  for (const leaver of leavers.slice(3, 5)) await actThroughCalls(leaver);
  const before = await notificationsOf(cast.ben);
  const places = new Set((await marksLeft()).map((place) => place.split(':')[0]));
  for (const table of ['live_events', 'mails', 'sessions', 'session_messages', 'nominations', 'conversations'])
    expect(places).toContain(`public.${table}`);
  const tokens = await db.selectFrom('sessions').select(['share_token', 'title']).execute();

  // Their clients give up after a while; nothing else waits for a member who deletes their account.
  for (let first = 0; first < leavers.length; first += 4)
    await Promise.all(
      leavers.slice(first, first + 4).map(async (leaver) => {
        const client = await app().as(leaver);
        let answer = await client.deleteMe({ body: { password } });
        // Two members who share everything may deadlock: one is told to try again.
        for (let tries = 0; answer.status === 503 && tries < 5; tries++)
          answer = await client.deleteMe({ body: { password } });
        expect([answer.status, answer.text]).toEqual([204, '']);
      }),
    );
  await app().runJobs();

  expect(await marksLeft()).toEqual([]);
  for (const { avatar } of leavers) expect(await files.get(avatar)).toBeNull();
  const ids = leavers.map(({ id }) => id);
  const trail = await db.selectFrom('audit_log').select('target_id').where('target_id', 'in', ids).execute();
  expect(trail).toHaveLength(100);

  // Ben's notifications still say what happened, and he was told of every session he took over.
  const after = await notificationsOf(cast.ben);
  const titles = after.map(({ title }) => title);
  const kept = new Set(after.map(({ id }) => id));
  expect(before.filter(({ id, kind }) => kind !== 'friend_request' && !kept.has(id))).toEqual([]);
  expect(titles).toContain('A former member joined Ben runs');
  expect(titles).toContain('A former member proposed another time for Ben runs');
  expect(titles.filter((title) => title === "You're now hosting Strength session").length).toBe(100 + 2 * 5);

  // Links to sessions that Ben took over show neutral texts; the members' own links are dead.
  const server = fastify();
  const offload = createOffload();
  const page = async () => '<html><head><title>Spotter</title></head></html>';
  registerPreviews(server, { db, read: preparedReads(pool), limits: noLimits, config, files, page, offload });
  const neutral = (await server.inject('/i/card.png')).rawPayload;
  for (const { mark } of leavers.slice(0, 3)) {
    expect((await server.inject(`/i/friend/code-${mark}`)).body).not.toMatch(/First|Train with/);
    expect((await server.inject(`/i/friend/code-${mark}/card.png`)).rawPayload.equals(neutral)).toBe(true);
  }
  const shown = await Promise.all(
    tokens
      .filter(({ title }) => title.startsWith('Title'))
      .map(async ({ share_token }) => (await server.inject(`/i/session/${share_token}`)).body),
  );
  expect(shown.filter((html) => html.includes('Strength session')).length).toBe(100);
  expect(shown.join()).not.toMatch(new RegExp(anyMark));
  await server.close();
  offload.close();
});
