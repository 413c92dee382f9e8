import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';

const { app, as, block, direct, events, group, read, say, updates } = useChattingApp();

type Message = { id: string; conversation_id: string };
const at = ({ conversation_id, id }: Message) => ({ id: conversation_id, messageId: id });
const add = async (person: CastMember, message: Message, emoji = '💪') =>
  (await as(person)).addReaction({ params: { ...at(message), emoji } });
const remove = async (person: CastMember, message: Message, emoji = '💪') =>
  (await as(person)).removeReaction({ params: { ...at(message), emoji } });
const who = async (person: CastMember, message: Message) =>
  (await (await as(person)).listReactions({ params: at(message) })).body.map(({ emoji, user }) => [emoji, user.id]);

describe('a reaction', () => {
  test('is added and taken back once however often and from however many tabs, and everyone hears of it', async () => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await group(cast.ana, [cast.ben, cast.cleo]), 'PR!');
    const added = await Promise.all([add(cast.ben, message), add(cast.ben, message), add(cast.ben, message)]);
    expect(added.map(({ status, body }) => [status, body.reactions])).toEqual(
      added.map(() => [200, [{ emoji: '💪', count: 1, is_mine: true }]]),
    );
    expect(await events('message.reacted')).toHaveLength(2);
    await add(cast.cleo, message);
    await add(cast.ben, message, '❤️');
    expect((await read(cast.ana, message.conversation_id)).at(-1)?.reactions).toEqual([
      { emoji: '❤️', count: 1, is_mine: false },
      { emoji: '💪', count: 2, is_mine: false },
    ]);
    expect(await who(cast.ana, message)).toEqual([
      ['💪', cast.ben.id],
      ['💪', cast.cleo.id],
      ['❤️', cast.ben.id],
    ]);
    const gone = await Promise.all([remove(cast.ben, message), remove(cast.ben, message)]);
    expect(gone.map(({ body }) => body.reactions.find(({ emoji }) => emoji === '💪'))).toEqual(
      gone.map(() => ({ emoji: '💪', count: 1, is_mine: false })),
    );
    const heard = (await events('message.reacted')).filter(({ user_ids }) => user_ids?.includes(cast.ben.id)).at(-1);
    expect(heard?.data).toEqual({
      conversation_id: message.conversation_id,
      message_id: message.id,
      seq: 2,
      reactions: gone[0]?.body.reactions,
    });
  });

  test('shows to a client without the stream, and goes with its message', async () => {
    const { db, cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.ben), 'PR!');
    const { cursor } = await updates(cast.ana);
    await add(cast.ben, message);
    expect((await updates(cast.ana, cursor)).messages).toMatchObject([
      { id: message.id, reactions: [{ emoji: '💪' }] },
    ]);
    await (await as(cast.ana)).deleteMessage({ params: at(message) });
    expect((await read(cast.ben, message.conversation_id)).at(-1)?.reactions).toEqual([]);
    expect(await db.selectFrom('message_reactions').selectAll().execute()).toEqual([]);
    expect((await add(cast.ben, message)).error.code).toBe('message_not_found');
  });

  test("stays the reader's own view when the message is edited", async () => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.ben), 'PR!');
    await add(cast.ben, message);
    await (await as(cast.ana)).editMessage({ params: at(message), body: { content: 'New PR!' } });
    const told = (await events('message.updated')).map(({ data, user_ids }) => [
      user_ids,
      (data as { message: { reactions: unknown } }).message.reactions,
    ]);
    expect(told.sort()).toEqual(
      [
        [[cast.ana.id], [{ emoji: '💪', count: 1, is_mine: false }]],
        [[cast.ben.id], [{ emoji: '💪', count: 1, is_mine: true }]],
      ].sort(),
    );
  });

  test.each(['', ' ', 'a', '1', '💪💪', '💪 ', '<b>', '\u0000', '‮', 'x'.repeat(200)])('refuses %j', async (emoji) => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.ben), 'PR!');
    expect((await add(cast.ben, message, emoji)).status).toBeOneOf([400, 404, 405]);
  });

  test.each(['👍', '❤️', '👍🏽', '🏋️‍♀️', '🇦🇺', '👨‍👩‍👧‍👦'])('takes %s', async (emoji) => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.ben), 'PR!');
    expect((await add(cast.ben, message, emoji)).body.reactions).toEqual([{ emoji, count: 1, is_mine: true }]);
  });

  test('is limited to 5 emojis for each member, also at once', async () => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.ben), 'PR!');
    const answers = await Promise.all(
      ['👍', '❤️', '😂', '🔥', '💪', '🎉', '👏'].map((one) => add(cast.ben, message, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('too_many_reactions');
    expect((await add(cast.ana, message)).status).toBe(200);
  });
});

describe('who may react', () => {
  test('nobody outside the conversation, to a notice, or to what they may not read', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: message } = await say(cast.ana, id, 'PR!');
    for (const stranger of [cast.cleo, cast.eve]) {
      expect((await add(stranger, message)).error.code).toBe('conversation_not_found');
      expect((await (await as(stranger)).listReactions({ params: at(message) })).error.code).toBe(
        'conversation_not_found',
      );
    }
    await (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    const [notice] = await read(cast.ana, id);
    expect((await add(cast.cleo, message)).error.code).toBe('message_not_found');
    expect((await add(cast.ana, notice!)).error.code).toBe('message_not_found');
    expect((await add(cast.ana, { conversation_id: id, id: newId() })).error.code).toBe('message_not_found');
    const elsewhere = await direct(cast.ana, cast.cleo);
    expect((await add(cast.ana, { conversation_id: elsewhere, id: message.id })).error.code).toBe('message_not_found');
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await add(cast.ben, message)).error.code).toBe('conversation_not_found');
  });

  test('a block hides reactions and messages from each other, stored and live', async () => {
    const { db, cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.dov, cast.cleo]);
    const { body: message } = await say(cast.ben, id, 'PR!');
    await db.deleteFrom('live_events').execute();
    await add(cast.dov, message);
    expect((await events('message.reacted')).flatMap(({ user_ids }) => user_ids)).not.toContain(cast.ana.id);
    await add(cast.cleo, message);
    expect((await read(cast.ana, id)).at(-1)?.reactions).toEqual([{ emoji: '💪', count: 1, is_mine: false }]);
    expect((await read(cast.cleo, id)).at(-1)?.reactions).toEqual([{ emoji: '💪', count: 2, is_mine: true }]);
    expect(await who(cast.ana, message)).toEqual([['💪', cast.cleo.id]]);
    const heard = (await events('message.reacted')).filter(({ user_ids }) => user_ids?.includes(cast.ana.id));
    expect(heard.map(({ data }) => data)).toMatchObject([{ reactions: [{ count: 1 }] }]);
    const { body: hidden } = await say(cast.dov, id, 'Mine');
    expect((await add(cast.ana, hidden)).error.code).toBe('message_not_found');
  });

  test('the other person of a direct conversation is gone after a block', async () => {
    const { cast } = app();
    const { body: message } = await say(cast.ana, await direct(cast.ana, cast.cleo), 'PR!');
    const unblock = await block(cast.cleo, cast.ana);
    expect((await add(cast.ana, message)).error.code).toBe('conversation_not_found');
    await unblock();
  });
});
