import { expect, test } from 'vitest';
import { useChattingApp } from '#testing/chatting.ts';
import { countRoundTrips } from '#testing/databases/round-trips.ts';

const { app, as } = useChattingApp();

test('no change to a conversation takes more than three round trips to the database', async () => {
  const { cast, db, pool } = app();
  await db.deleteFrom('friendships').execute();
  const [ana, ben] = [await as(cast.ana), await as(cast.ben)];
  for (const member of [ana, ben]) await member.getMe();
  const taken: Record<string, number> = {};
  async function count<T extends { status: number }>(name: string, call: () => Promise<T>): Promise<T> {
    let answer: T | undefined;
    taken[name] = await countRoundTrips(pool, async () => {
      answer = await call();
    });
    expect(answer!.status, name).toBeLessThan(300);
    return answer!;
  }

  const opened = await count('open', () => ana.openDirectConversation({ body: { user_id: cast.ben.id } }));
  const params = { id: opened.body.id };
  const first = await count('first message', () => ana.sendMessage({ params, body: { content: 'Squats at six?' } }));
  const message = { ...params, messageId: first.body.id };
  await count('accept', () => ben.acceptConversation({ params }));
  await count('reply', () => ben.sendMessage({ params, body: { content: 'Yes!', reply_to_id: first.body.id } }));
  await count('react', () => ben.addReaction({ params: { ...message, emoji: '💪' } }));
  await count('edit', () => ana.editMessage({ params: message, body: { content: 'Squats at seven?' } }));
  await count('delete', () => ana.deleteMessage({ params: message }));
  await count('read', () => ana.markConversationRead({ params, body: {} }));
  await count('mute', () => ana.muteConversation({ params, body: { duration: '1h' } }));
  expect(taken).toEqual({
    open: 3,
    'first message': 3,
    accept: 2,
    reply: 3,
    react: 3,
    edit: 3,
    delete: 3,
    read: 2,
    mute: 3,
  });
});
