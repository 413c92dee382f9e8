import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';

const { app, as, block, direct, events, group, say, seen } = useChattingApp();

const acknowledge = async (person: CastMember, ...conversations: { id: string; seq: number }[]) =>
  (await as(person)).markMessagesDelivered({ body: { conversations } });
const marksOf = async (reader: CastMember, id: string, person: CastMember) => {
  const { delivered_seq, last_read_seq } = (await seen(reader, id)).body.participants.find(
    (one) => one.id === person.id,
  )!;
  return [delivered_seq, last_read_seq];
};

describe('delivered marks', () => {
  test('move forward only, never beyond the last message, and tell both sides once', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    for (const content of ['One', 'Two', 'Three']) await say(cast.ana, id, content);
    expect(await marksOf(cast.ana, id, cast.ben)).toEqual([0, 0]);
    for (const seq of [2, 1, 2]) expect((await acknowledge(cast.ben, { id, seq })).status).toBe(204);
    expect(await marksOf(cast.ana, id, cast.ben)).toEqual([2, 0]);
    await acknowledge(cast.ben, { id, seq: 99 });
    expect(await marksOf(cast.ana, id, cast.ben)).toEqual([3, 0]);
    const told = (await events('conversation.delivered')).map(({ data, user_ids }) => [
      (data as { delivered_seq: number }).delivered_seq,
      user_ids?.toSorted(),
    ]);
    expect(told).toEqual([
      [2, [cast.ana.id, cast.ben.id].sort()],
      [3, [cast.ana.id, cast.ben.id].sort()],
    ]);
  });

  test('stay away from a member who hides being online, until they read', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await say(cast.ana, id, 'One');
    await (await as(cast.ben)).updateMe({ body: { shows_online: false } });
    expect((await acknowledge(cast.ben, { id, seq: 1 })).status).toBe(204);
    expect([await marksOf(cast.ana, id, cast.ben), await events('conversation.delivered')]).toEqual([[0, 0], []]);
    await (await as(cast.ben)).markConversationRead({ params: { id }, body: {} });
    expect(await marksOf(cast.ana, id, cast.ben)).toEqual([1, 1]);
    await (await as(cast.ben)).updateMe({ body: { shows_online: true } });
  });

  test('count what is read as delivered', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await say(cast.ana, id, 'One');
    await (await as(cast.ben)).markConversationRead({ params: { id }, body: {} });
    expect(await marksOf(cast.ana, id, cast.ben)).toEqual([1, 1]);
    await acknowledge(cast.ben, { id, seq: 1 });
    expect(await events('conversation.delivered')).toEqual([]);
  });

  test('are harmless for groups, strangers, blocks and unknown conversations', async () => {
    const { cast } = app();
    const crew = await group(cast.ana, [cast.ben]);
    await say(cast.ana, crew, 'One');
    const id = await direct(cast.ana, cast.cleo);
    await say(cast.ana, id, 'One');
    const marks = [crew, id, newId()].map((one) => ({ id: one, seq: 5 }));
    for (const person of [cast.ben, cast.eve]) expect((await acknowledge(person, ...marks)).status).toBe(204);
    const unblock = await block(cast.cleo, cast.ana);
    await acknowledge(cast.cleo, ...marks);
    await unblock();
    expect([await marksOf(cast.ana, id, cast.cleo), await events('conversation.delivered')]).toEqual([[0, 0], []]);
    expect((await acknowledge(cast.ana)).status).toBe(400);
    expect((await acknowledge(cast.ana, { id, seq: -1 })).status).toBe(400);
  });

  test('of many conversations take one call, from two devices at once', async () => {
    const { cast } = app();
    const chats = await Promise.all([cast.ben, cast.cleo, cast.finn].map((one) => direct(one, cast.ana)));
    for (const [index, person] of [cast.ben, cast.cleo, cast.finn].entries()) await say(person, chats[index]!, 'Hi');
    const marks = chats.map((id) => ({ id, seq: 1 }));
    const answers = await Promise.all([marks, marks.toReversed(), marks].map((some) => acknowledge(cast.ana, ...some)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await events('conversation.delivered')).toHaveLength(3);
  });
});
