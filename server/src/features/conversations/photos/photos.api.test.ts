import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { getMessagePhoto } from '@spotter/contract/conversations/conversation-photos.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';

const { app, as, direct, events, group, read, say, seen } = useChattingApp();

/** A picture as a phone takes it: on its side, with its location. */
const photo = async (width = 900, height = 600) =>
  fileOf(
    await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .withExif({ IFD0: { Copyright: 'taken at home' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
const fileOf = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' });

const send = async (
  person: CastMember,
  id: string,
  over: { file?: File; client_nonce?: string; content?: string; reply_to_id?: string } = {},
) => (await as(person)).sendPhoto({ params: { id }, body: { file: await photo(), client_nonce: newId(), ...over } });
const open = async (person: CastMember | null, id: string, messageId: string) => {
  const url = `${API_ROOT}${addressOf(getMessagePhoto.path, { params: { id, messageId } })}`;
  const headers = person ? { authorization: `Bearer ${await app().tokenFor(person)}` } : {};
  return app().http.inject({ url, headers });
};
const files = () => app().db.selectFrom('files').selectAll().execute();

describe('a photo', () => {
  test('is re-encoded upright and without metadata, with its size in the message', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { body: said } = await say(cast.ben, id, 'Show me');
    const { status, body } = await send(cast.ana, id, { file: await photo(4000, 2000), reply_to_id: said.id });
    expect([status, body]).toMatchObject([
      201,
      { kind: 'photo', content: '', photo: { width: 800, height: 1600 }, reply_to: { id: said.id } },
    ]);
    expect((await read(cast.ben, id)).at(-1)).toMatchObject({ photo: { width: 800, height: 1600 } });
    const answer = await open(cast.ben, id, body.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 800, height: 1600 });
    expect(answer.rawPayload.includes('taken at home')).toBe(false);
    expect(JSON.stringify(body)).not.toContain((await files())[0]?.key);
  });

  test('is sent once however often it is retried, and leaves one file', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const before = (await files()).length;
    const client_nonce = newId();
    const sent = await Promise.all([1, 2, 3].map(() => send(cast.ana, id, { client_nonce })));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect(await read(cast.ben, id)).toHaveLength(1);
    expect((await files()).length - before).toBe(1);
    expect((await say(cast.ana, id, 'Words', client_nonce)).error.code).toBe('idempotency_key_reused');
  });

  test('has a caption, which is found, notified, quoted, edited and deleted like any words', async () => {
    const { cast } = app();
    const [ana, ben] = [await as(cast.ana), await as(cast.ben)];
    const id = await direct(cast.ana, cast.ben);
    const client_nonce = newId();
    const { body } = await send(cast.ana, id, { content: ' New deadlift platform! ', client_nonce });
    expect(body).toMatchObject({ kind: 'photo', content: 'New deadlift platform!' });
    const { body: found } = await ben.searchMessages({ query: { q: 'deadlift' } });
    expect(found.results.map(({ message_id }) => message_id)).toEqual([body.id]);
    const { body: told } = await ben.listNotifications({});
    expect(JSON.stringify(told)).toContain('New deadlift platform!');
    const { body: reply } = await say(cast.ben, id, 'Finally', undefined, body.id);
    expect(reply.reply_to).toMatchObject({ kind: 'photo', content: 'New deadlift platform!' });
    const edited = await ana.editMessage({ params: { id, messageId: body.id }, body: { content: 'Two platforms!' } });
    expect(edited.body).toMatchObject({ content: 'Two platforms!', photo: { width: 600 } });
    expect(JSON.stringify(await events('message.created'))).not.toContain('New deadlift');
    const other = await send(cast.ana, id, { content: 'Other words', client_nonce });
    expect(other.status).toBe(201);
    await ana.deleteMessage({ params: { id, messageId: body.id } });
    expect((await read(cast.ben, id))[0]).toMatchObject({ content: '', photo: null });
    expect((await send(cast.ana, id, { content: 'x'.repeat(4001) })).error.details).toHaveProperty('content');
  });

  test('is refused when it is no picture, too large, or unpacks to too much', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const before = (await files()).length;
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const tooLarge = 'This picture is too large (81 megapixels). Use one with up to 12.';
    for (const [bytes, sentence] of [
      [Buffer.from('words'), 'Use a PNG, JPEG or WebP.'],
      [Buffer.alloc(0), 'Use a PNG, JPEG or WebP.'],
      [svg, 'Use a PNG, JPEG or WebP.'],
      [bomb, tooLarge],
    ] as const) {
      const refused = await send(cast.ana, id, { file: fileOf(bytes) });
      expect([refused.status, refused.error.details]).toEqual([400, { file: [sentence] }]);
    }
    const large = await send(cast.ana, id, { file: fileOf(Buffer.alloc(5 * 1024 * 1024 + 1)) });
    expect([large.status, large.error.details]).toEqual([400, { file: ['Use an image of 5 MB at most'] }]);
    expect([await read(cast.ana, id), (await files()).length]).toEqual([[], before]);
  });

  test('opens for members who may read it alone, at every request', async () => {
    const { cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.dov]);
    const { body } = await send(cast.dov, id);
    const { db } = app();
    const [{ photo_key: key } = { photo_key: '' }] = await db
      .selectFrom('messages')
      .select('photo_key')
      .where('id', '=', body.id)
      .execute();
    const status = async (person: CastMember | null) => (await open(person, id, body.id)).statusCode;
    expect([await status(cast.ben), await status(cast.dov)]).toEqual([200, 200]);
    expect([await status(null), await status(cast.ana), await status(cast.cleo), await status(cast.eve)]).toEqual([
      401, 404, 404, 404,
    ]);
    await (await as(cast.ben)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    expect(await status(cast.cleo)).toBe(404);
    await (await as(cast.dov)).leaveConversation({ params: { id } });
    expect(await status(cast.dov)).toBe(404);
    expect(key).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect(JSON.stringify(await db.selectFrom('live_events').select('data').execute())).not.toContain(key);
  });

  test('goes with its message, its conversation and its sender', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body } = await send(cast.ana, id);
    await send(cast.ana, id);
    await (await as(cast.ana)).deleteMessage({ params: { id, messageId: body.id } });
    expect((await open(cast.ben, id, body.id)).statusCode).toBe(404);
    expect((await read(cast.ben, id)).map(({ photo }) => photo && 'photo')).toEqual([null, null, 'photo']);
    const ofMessages = async () =>
      (
        await db
          .selectFrom('files')
          .select('key')
          .where('organization_id', '=', cast.organizations.ironHarbour)
          .execute()
      ).length;
    const kept = await ofMessages();
    await db.deleteFrom('conversations').where('id', '=', id).execute();
    expect(kept - (await ofMessages())).toBe(1);
  });

  test('is refused from strangers and keeps no file', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const before = (await files()).length;
    expect((await send(cast.dov, id)).error.code).toBe('conversation_not_found');
    expect((await send(cast.eve, id)).error.code).toBe('conversation_not_found');
    expect((await files()).length).toBe(before);
  });
});

describe('a group picture', () => {
  const set = async (person: CastMember, id: string, file?: File) =>
    (await as(person)).updateConversationPicture({ params: { id }, body: { file: file ?? (await photo()) } });

  test('is square, replaced and removed by admins alone, with a note', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    expect((await set(cast.ben, id)).error.code).toBe('access_denied');
    expect((await set(cast.dov, id)).error.code).toBe('conversation_not_found');
    const { body: first } = await set(cast.ana, id);
    expect(first.picture_url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/);
    const served = await app().http.inject(first.picture_url ?? '');
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 });
    const { body: second } = await set(cast.ana, id);
    await app().runJobs();
    expect((await app().http.inject(first.picture_url ?? '')).statusCode).toBe(404);
    expect((await seen(cast.ben, id)).body.picture_url).toBe(second.picture_url);
    const ana = await as(cast.ana);
    expect((await (await as(cast.ben)).deleteConversationPicture({ params: { id } })).error.code).toBe('access_denied');
    for (const _twice of [1, 2]) {
      const gone = await ana.deleteConversationPicture({ params: { id } });
      expect([gone.status, gone.body.picture_url]).toEqual([200, null]);
    }
    expect((await read(cast.ben, id)).map(({ notice }) => notice?.action)).toEqual([
      'created',
      'pictured',
      'pictured',
      'unpictured',
    ]);
    expect((await events('conversation.updated')).at(-1)?.user_ids).toContain(cast.ben.id);
    expect((await set(cast.ana, id, fileOf(Buffer.from('words')))).error.code).toBe('image_invalid');
    const pair = await direct(cast.ana, cast.ben);
    expect((await set(cast.ana, pair)).error.code).toBe('group_only');
  });
});
