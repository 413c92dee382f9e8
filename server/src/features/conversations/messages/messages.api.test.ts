import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { ids, useChattingApp } from '#testing/chatting.ts';

const { app, as, block, direct, events, group, read, say, seen } = useChattingApp();

describe('a message', () => {
  test('reaches every member live, with the nonce for its sender alone, and notifies those who have not muted', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    await (await as(cast.cleo)).muteConversation({ params: { id }, body: {} });
    await db.deleteFrom('live_events').execute();
    const nonce = newId();
    const { status, body } = await say(cast.ana, id, 'Six?', nonce);
    expect([status, body.content, body.client_nonce]).toEqual([201, 'Six?', nonce]);
    const told = (await events('message.created')).map(({ data, user_ids }) => [
      user_ids?.toSorted(),
      (data as { message: { client_nonce: string | null } }).message.client_nonce,
    ]);
    expect(told).toEqual([
      [[cast.ana.id], nonce],
      [ids([cast.ben, cast.cleo]), null],
    ]);
    const notified = await db.selectFrom('notifications').select(['user_id', 'kind']).execute();
    expect(notified).toEqual([{ user_id: cast.ben.id, kind: 'message' }]);
    expect((await seen(cast.cleo, id)).body).toMatchObject({ unread_count: 1, is_muted: true });
  });

  test('is sent once however often and from however many tabs it is retried', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const nonce = newId();
    const sent = await Promise.all([1, 2, 3, 4].map(() => say(cast.ana, id, 'Once', nonce)));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect((await say(cast.ana, id, 'Other words', nonce)).error.code).toBe('idempotency_key_reused');
    expect((await read(cast.ben, id)).map(({ content }) => content)).toEqual(['Once']);
    const elsewhere = await direct(cast.ana, cast.cleo);
    expect((await say(cast.ana, elsewhere, 'Once', nonce)).error.code).toBe('idempotency_key_reused');
  });

  test('is numbered without gaps in the order of the server', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const people = [cast.ana, cast.ben, cast.cleo];
    await Promise.all(Array.from({ length: 12 }, (_, n) => say(people[n % 3]!, id, `${n}`)));
    const messages = await read(cast.ben, id);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    const heard = (await events('message.created'))
      .filter(({ user_ids }) => user_ids?.includes(cast.cleo.id))
      .map(({ data }) => (data as { message: { seq: number } }).message.seq);
    expect(heard).toEqual(messages.map(({ seq }) => seq));
  });

  test.each([
    ['', 'Message is required'],
    ['   \n ', 'Message is required'],
    ['\u200b\u2060', 'Message is required'],
    ['x'.repeat(4001), 'Please keep this to 4000 characters'],
    ['a\0b', 'Must not contain null characters.'],
    ['\ud800', 'Contains broken characters.'],
  ])('is refused when it is empty, too long or no text (%#)', async (content, sentence) => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const refused = await say(cast.ana, id, content);
    expect([refused.status, refused.error.details]).toEqual([400, { content: [sentence] }]);
  });

  test('loses marks that reorder or split its words unseen', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    expect((await say(cast.ana, id, 'pay\u200b \u202egpj.exe\u2066')).body.content).toBe('pay gpj.exe');
  });

  test('is refused from a sender who has deleted their account meanwhile', async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const sender = newId();
    await db
      .insertInto('users')
      .values({
        id: sender,
        email: `${sender}@gone.example`,
        first_name: 'Gone',
        organization_id: cast.organizations.ironHarbour,
        role: 'regular_user',
      })
      .execute();
    const leaving = { ...cast.ben, id: sender };
    await (await as(cast.ana)).openDirectConversation({ body: { user_id: sender } });
    const client = await as(leaving);
    await db.deleteFrom('users').where('id', '=', sender).execute();
    expect((await client.sendMessage({ params: { id }, body: { content: 'Hi' } })).status).toBe(401);
  });

  test('is refused from strangers, former members and across a block', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    expect((await say(cast.cleo, id, 'Hi')).error.code).toBe('conversation_not_found');
    expect((await say(cast.eve, id, 'Hi')).error.code).toBe('conversation_not_found');
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await say(cast.ben, id, 'Hi')).error.code).toBe('conversation_not_found');
    const pair = await direct(cast.ana, cast.cleo);
    const unblock = await block(cast.cleo, cast.ana);
    expect((await say(cast.ana, pair, 'Hi')).error.code).toBe('conversation_not_found');
    await unblock();
  });
});

describe('changing a message', () => {
  const edit = async (person: CastMember, id: string, messageId: string, content = 'Half past') =>
    (await as(person)).editMessage({ params: { id, messageId }, body: { content } });
  const remove = async (person: CastMember, id: string, messageId: string) =>
    (await as(person)).deleteMessage({ params: { id, messageId } });

  test("edits and deletes one's own for 15 minutes, for everybody, without a trace of the old words", async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { body: sent } = await say(cast.ana, id, 'Six');
    expect((await edit(cast.ana, id, sent.id)).body).toMatchObject({ content: 'Half past', seq: sent.seq });
    expect((await read(cast.ben, id))[0]).toMatchObject({ content: 'Half past', edited_at: expect.any(String) });
    expect((await remove(cast.ana, id, sent.id)).status).toBe(204);
    expect((await read(cast.ben, id))[0]).toMatchObject({ content: '', deleted_at: expect.any(String) });
    const stored = JSON.stringify(await db.selectFrom('live_events').select('data').execute());
    expect(stored).not.toMatch(/Six|Half past/);
    expect((await edit(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    // The first answer may have been lost on its way.
    expect((await remove(cast.ana, id, sent.id)).status).toBe(204);
    expect((await remove(cast.ben, id, sent.id)).error.code).toBe('access_denied');
    expect((await events('message.updated')).flatMap(({ user_ids }) => user_ids)).toHaveLength(4);
  });

  test("is refused after 15 minutes by the server's clock, and to everybody else", async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { body: sent } = await say(cast.ana, id, 'Six');
    expect((await edit(cast.ben, id, sent.id)).error.code).toBe('access_denied');
    expect((await remove(cast.ben, id, sent.id)).error.code).toBe('access_denied');
    expect((await edit(cast.cleo, id, sent.id)).error.code).toBe('conversation_not_found');
    const elsewhere = await direct(cast.ana, cast.cleo);
    expect((await edit(cast.ana, elsewhere, sent.id)).error.code).toBe('message_not_found');
    await db
      .updateTable('messages')
      .set({ created_at: sql`now() - interval '15 minutes 1 second'` })
      .where('id', '=', sent.id)
      .execute();
    expect((await edit(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    expect((await remove(cast.ana, id, sent.id)).error.code).toBe('message_locked');
    expect((await read(cast.ben, id))[0]?.content).toBe('Six');
  });
});
