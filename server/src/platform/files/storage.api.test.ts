import { dailyLimits, storageLimits } from '@spotter/contract/limits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';
import { addFriends } from '#testing/test-data.ts';

const { app, as, direct, group } = useChattingApp();

let photo: File;
beforeAll(async () => {
  const pixels = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  photo = new File([new Uint8Array(pixels)], 'me.jpg', { type: 'image/jpeg' });
});
beforeEach(async () => {
  await app().db.deleteFrom('files').execute();
  await app().db.updateTable('organizations').set({ storage_times: 1 }).execute();
});

const send = async (person: CastMember, id: string, over: { file?: File; client_nonce?: string } = {}) =>
  (await as(person)).sendPhoto({ params: { id }, body: { file: photo, client_nonce: newId(), ...over } });
const outcome = ({ status, error }: { status: number; error: { code: string } }) =>
  status < 300 ? status : error.code;

/** Leaves this many bytes to a member, or to their organization. */
async function leave(bytes: number, to: CastMember | 'organization') {
  const stored_by = to === 'organization' ? null : to.id;
  const most = stored_by ? storageLimits.member : storageLimits.organization;
  const parts = stored_by ? [most - bytes] : [2e9, 2e9, most - 4e9 - bytes];
  await app()
    .db.insertInto('files')
    .values(
      parts.map((size) => ({
        ...{ key: newId(), organization_id: app().cast.organizations.ironHarbour, content_type: 'image/webp' },
        ...{ bytes: size, stored_by },
      })),
    )
    .execute();
}
const bytesOfPhoto = async () => {
  const { cast, db } = app();
  const { body } = await send(cast.ana, await direct(cast.ana, cast.ben));
  const { bytes } = await db.selectFrom('files').select('bytes').executeTakeFirstOrThrow();
  await db.deleteFrom('messages').where('id', '=', body.id).execute();
  return bytes;
};

describe('the photo space of a member', () => {
  test('ends with a clear answer, before a picture is decoded', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await leave(0, cast.ana);
    const refused = await send(cast.ana, id, { file: new File(['no picture'], 'me.jpg', { type: 'image/jpeg' }) });
    expect([refused.status, refused.error.error]).toEqual([
      409,
      "You've used all your photo space. Your gym can ask for more.",
    ]);
    expect(outcome(await send(cast.ben, id))).toBe(201);
  });

  test('is never taken twice by two photos at once', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await leave(Math.round(2.5 * (await bytesOfPhoto())), cast.ana);
    const outcomes = (await Promise.all(Array.from({ length: 6 }, () => send(cast.ana, id)))).map(outcome);
    expect(outcomes.toSorted()).toEqual([201, 201, ...Array(4).fill('storage_full')]);
    const { used_bytes, most_bytes } = (await (await as(cast.ana)).getMyStorage()).body;
    expect(most_bytes).toBe(storageLimits.member);
    expect(most_bytes - used_bytes).toBeGreaterThanOrEqual(0);
  });

  test('counts a repeated photo once, and answers it when the first took the last room', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await leave(await bytesOfPhoto(), cast.ana);
    const client_nonce = newId();
    const sent = [await send(cast.ana, id, { client_nonce }), await send(cast.ana, id, { client_nonce })];
    expect(sent.map(outcome)).toEqual([201, 201]);
    expect(sent[1]?.body.id).toBe(sent[0]?.body.id);
    expect((await (await as(cast.ana)).getMyStorage()).body.used_bytes).toBe(storageLimits.member);
    expect(outcome(await send(cast.ana, id))).toBe('storage_full');
  });

  test('comes back with a deleted message and a deleted conversation', async () => {
    const { cast, db, files } = app();
    const id = await group(cast.ana, [cast.ben]);
    await leave(2 * (await bytesOfPhoto()), cast.ana);
    const { body: first } = await send(cast.ana, id);
    const { key } = await db.selectFrom('files').select('key').where('key', 'like', '%.webp').executeTakeFirstOrThrow();
    await send(cast.ana, id);
    expect(outcome(await send(cast.ana, id))).toBe('storage_full');
    await (await as(cast.ana)).deleteMessage({ params: { id, messageId: first.id } });
    await app().runJobs();
    expect(await files.get(key)).toBeNull();
    expect(outcome(await send(cast.ana, id))).toBe(201);
    await db.deleteFrom('conversations').where('id', '=', id).execute();
    const other = await direct(cast.ana, cast.ben);
    expect([outcome(await send(cast.ana, other)), outcome(await send(cast.ana, other))]).toEqual([201, 201]);
  });

  test('lets a full member replace their profile photo and a group picture', async () => {
    const { cast, db } = app();
    const ana = await as(cast.ana);
    const id = await group(cast.ana, [cast.ben]);
    const set = async () => [
      outcome(await ana.updateMyAvatar({ body: { file: photo } })),
      outcome(await ana.updateConversationPicture({ params: { id }, body: { file: photo } })),
    ];
    expect(await set()).toEqual([200, 200]);
    const { used_bytes } = (await ana.getMyStorage()).body;
    await leave(used_bytes, cast.ana);
    expect(await set()).toEqual([200, 200]);
    await db.deleteFrom('files').where('key', 'not like', '%.webp').execute();
    await ana.deleteMyAvatar();
    await leave((await ana.getMyStorage()).body.used_bytes, cast.ana);
    expect(await set()).toEqual(['storage_full', 200]);
  });
});

test('the last space of an organization is never taken twice by photos at once', async () => {
  const { cast, pool } = app();
  const senders = [cast.ana, cast.ben, cast.finn];
  const chats: string[] = [];
  for (const [index, sender] of senders.entries())
    chats.push(await direct(sender, senders[(index + 1) % senders.length]!));
  await leave(Math.round(1.5 * (await bytesOfPhoto())), 'organization');
  // Every upload has begun its transaction before the first one ends.
  const holder = await pool.connect();
  await holder.query('begin; lock table conversations in access exclusive mode');
  const sent = senders.map((sender, index) => send(sender, chats[index]!));
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(rows).toHaveLength(senders.length);
  });
  await holder.query('rollback');
  holder.release();
  expect((await Promise.all(sent)).map(outcome).toSorted()).toEqual([201, 'storage_full', 'storage_full']);
});

test('an organization has a limit for all its members and themes, which a super admin can lift', async () => {
  const { cast } = app();
  const { ironHarbour } = cast.organizations;
  const id = await direct(cast.ana, cast.ben);
  await leave(0, 'organization');
  const [olga, sam] = [await as(cast.olga), await as(cast.sam)];
  const upload = () =>
    olga.uploadAsset({ params: { id: ironHarbour }, body: { asset_type: 'logo', file: photo } }).then(outcome);
  expect([outcome(await send(cast.ana, id)), await upload()]).toEqual(['storage_full', 'storage_full']);
  const storage = async () => {
    const { results } = (await sam.listOrganizations({ query: { search: 'Iron' } })).body;
    return [results[0]?.storage_bytes, results[0]?.storage_limit_bytes];
  };
  expect(await storage()).toEqual([storageLimits.organization, storageLimits.organization]);
  const lift = { params: { id: ironHarbour }, body: { storage_times: 2 } };
  expect(outcome(await olga.updateOrganization(lift))).toBe('access_denied');
  expect(outcome(await sam.updateOrganization(lift))).toBe(200);
  expect([outcome(await send(cast.ana, id)), await upload()]).toEqual([201, 201]);
  expect((await storage())[1]).toBe(2 * storageLimits.organization);
  expect((await (await as(cast.ana)).getMyStorage()).body.most_bytes).toBe(2 * storageLimits.member);
});

describe('the photos of one day', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ RATE_LIMITS: 'on' });
  });
  afterAll(() => limited.stop());

  test('have a limit, which a repeated photo does not draw on', async () => {
    const { db, cast } = limited;
    const ana = await limited.as(cast.ana);
    const bucket = `stored_bytes:${cast.ana.id}`;
    const drawn = async () =>
      (await db.selectFrom('rate_limits').select('used').where('bucket', '=', bucket).executeTakeFirst())?.used ?? 0;
    await addFriends(db, cast.ana, [cast.ben]);
    const { body: conversation } = await ana.openDirectConversation({ body: { user_id: cast.ben.id } });
    const params = { id: conversation.id };
    const client_nonce = newId();
    await ana.sendPhoto({ params, body: { file: photo, client_nonce } });
    const once = await drawn();
    await ana.sendPhoto({ params, body: { file: photo, client_nonce } });
    const { bytes } = await db.selectFrom('files').select('bytes').executeTakeFirstOrThrow();
    expect([once, await drawn()]).toEqual([bytes, bytes]);
    await db
      .updateTable('rate_limits')
      .set({ used: dailyLimits.stored_bytes[0].most })
      .where('bucket', '=', bucket)
      .execute();
    const refused = await ana.sendPhoto({ params, body: { file: photo, client_nonce: newId() } });
    expect([refused.status, refused.error.error]).toEqual([
      429,
      "You've added a lot of photos today. You can add more in 24 hours.",
    ]);
    expect(await db.selectFrom('files').select('key').execute()).toHaveLength(1);
  });
});
