import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';

const { app, as, block, direct, events, group, read, say, seen } = useChattingApp();

const pin = async (person: CastMember, id: string, messageId: string) =>
  (await as(person)).pinMessage({ params: { id, messageId } });
const unpin = async (person: CastMember, id: string, messageId: string) =>
  (await as(person)).unpinMessage({ params: { id, messageId } });
const pinned = async (person: CastMember, id: string) =>
  (await (await as(person)).listPinnedMessages({ params: { id } })).body;
const texts = async (person: CastMember, id: string) => (await pinned(person, id)).map(({ content }) => content);

describe('a pinned message', () => {
  test('is shown to everyone in the chat until one of them unpins it, and a note says who pinned', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const { body: said } = await say(cast.ana, id, 'Every Tuesday at six');
    expect((await pin(cast.ben, id, said.id)).body.has_pins).toBe(true);
    expect((await pin(cast.cleo, id, said.id)).status).toBe(200);
    expect(await texts(cast.cleo, id)).toEqual(['Every Tuesday at six']);
    const notes = (await read(cast.cleo, id)).flatMap(({ notice }) => notice ?? []);
    expect(notes.filter(({ action }) => action === 'pinned').map(({ actor }) => actor?.id)).toEqual([cast.ben.id]);
    expect((await events('conversation.updated')).at(-1)?.user_ids).toContain(cast.cleo.id);
    expect((await unpin(cast.cleo, id, said.id)).body.has_pins).toBe(false);
    expect((await unpin(cast.ana, id, said.id)).status).toBe(200);
    expect(await texts(cast.ana, id)).toEqual([]);
  });

  test('has at most two beside it, also when several are pinned at once', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const said: string[] = [];
    for (const number of [1, 2, 3, 4, 5]) said.push((await say(cast.ana, id, `Rule ${number}`)).body.id);
    const answers = await Promise.all(said.map((one, index) => pin(index % 2 ? cast.ana : cast.ben, id, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('too_many_pins');
    expect(await pinned(cast.ben, id)).toHaveLength(3);
    const twice = await Promise.all([1, 2, 3].map(() => pin(cast.ana, id, said[0]!)));
    expect(twice.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('counts where the reader cannot see it, and the refusal says so', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const said: string[] = [];
    for (const number of [1, 2, 3]) said.push((await say(cast.ana, id, `Rule ${number}`)).body.id);
    for (const one of said.slice(1)) await pin(cast.ana, id, one);
    const { body: bens } = await say(cast.ben, id, 'Bring a towel');
    const { body: cleos } = await say(cast.cleo, id, 'Bring water');
    await pin(cast.ben, id, bens.id);
    const refusal = async () => (await pin(cast.cleo, id, cleos.id)).error.error;
    expect(await refusal()).toBe('Three messages are already pinned. Unpin one first.');
    const unblock = await block(cast.cleo, cast.ana);
    expect(await refusal()).toBe("Three messages are pinned already, and you can't see two of them. Unpin one first.");
    await unpin(cast.ben, id, bens.id);
    await pin(cast.ben, id, said[0]!);
    expect(await refusal()).toBe("Three messages are pinned that you can't see. Ask someone in the chat to unpin one.");
    await unblock();
  });

  test('is nothing to people outside the chat, and to those who came later, left, or are blocked', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: said } = await say(cast.ana, id, 'The code is 1234');
    await pin(cast.ana, id, said.id);
    for (const person of [cast.cleo, cast.eve]) {
      expect((await (await as(person)).listPinnedMessages({ params: { id } })).error.code).toBe(
        'conversation_not_found',
      );
      expect((await pin(person, id, said.id)).error.code).toBe('conversation_not_found');
      expect((await unpin(person, id, said.id)).error.code).toBe('conversation_not_found');
    }
    await (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    expect([await texts(cast.cleo, id), (await unpin(cast.cleo, id, said.id)).error.code]).toEqual([
      [],
      'message_not_found',
    ]);
    const unblock = await block(cast.ben, cast.ana);
    expect([await texts(cast.ben, id), (await unpin(cast.ben, id, said.id)).error.code]).toEqual([
      [],
      'message_not_found',
    ]);
    await unblock();
    expect(await texts(cast.ben, id)).toEqual(['The code is 1234']);
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await (await as(cast.ben)).listPinnedMessages({ params: { id } })).status).toBe(404);
  });

  test('is one of this chat, written by a member, and accepted', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const other = await direct(cast.ana, cast.ben);
    const { body: elsewhere } = await say(cast.ana, other, 'Hello');
    const [note] = await read(cast.ana, id);
    for (const messageId of [elsewhere.id, note!.id, newId()])
      expect((await pin(cast.ana, id, messageId)).error.code).toBe('message_not_found');
    const request = await direct(cast.ana, cast.dov);
    const { body: first } = await say(cast.ana, request, 'Hi Dov');
    if (first?.id) expect((await pin(cast.ana, request, first.id)).error.code).toBe('message_not_found');
  });

  test('goes with the message, and stays without the account of who pinned it', async () => {
    const { cast, db } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const { body: said } = await say(cast.ana, id, 'Every Tuesday at six');
    const { body: second } = await say(cast.ben, id, 'Bring a towel');
    await pin(cast.ben, id, said.id);
    await pin(cast.ana, id, second.id);
    await (await as(cast.ana)).deleteMessage({ params: { id, messageId: said.id } });
    expect(await texts(cast.cleo, id)).toEqual(['Bring a towel']);
    expect((await seen(cast.cleo, id)).body.has_pins).toBe(true);
    await db.updateTable('pinned_messages').set({ pinned_by: null }).execute();
    expect(await texts(cast.cleo, id)).toEqual(['Bring a towel']);
  });
});
