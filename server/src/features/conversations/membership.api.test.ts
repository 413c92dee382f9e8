import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { ids, useChattingApp } from '#testing/chatting.ts';

const { app, as, direct, events, group, say, seen, updates } = useChattingApp();

describe('a direct conversation', () => {
  test('is one for each pair, whoever opens it and however often at once', async () => {
    const { cast } = app();
    const opened = await Promise.all([
      direct(cast.ana, cast.ben),
      direct(cast.ben, cast.ana),
      direct(cast.ana, cast.ben),
      direct(cast.ben, cast.ana),
    ]);
    expect(new Set(opened).size).toBe(1);
    const { body } = await seen(cast.ben, opened[0]!);
    expect([body.type, ids(body.participants)]).toEqual(['direct', ids([cast.ana, cast.ben])]);
  });

  test('shows for the other person with the first message', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const count = async (person: CastMember) => (await (await as(person)).listConversations()).body.count;
    expect([await count(cast.ana), await count(cast.ben)]).toEqual([1, 0]);
    await say(cast.ana, id, 'Six tomorrow?');
    expect([await count(cast.ana), await count(cast.ben)]).toEqual([1, 1]);
  });

  test('refuses oneself, strangers, blocked people and other organizations', async () => {
    const { cast } = app();
    const code = async (user_id: string) =>
      (await (await as(cast.ana)).openDirectConversation({ body: { user_id } })).error.code;
    expect(await code(cast.ana.id)).toBe('not_yourself');
    for (const stranger of [cast.dov.id, cast.eve.id, newId()]) expect(await code(stranger)).toBe('user_not_found');
    expect(await app().db.selectFrom('conversations').selectAll().execute()).toEqual([]);
  });

  test('has no members to add, remove or leave', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const ana = await as(cast.ana);
    const body = { user_ids: [cast.cleo.id] };
    expect((await ana.addParticipants({ params: { id }, body })).error.code).toBe('group_only');
    expect((await ana.removeParticipants({ params: { id }, body })).error.code).toBe('group_only');
    expect((await ana.leaveConversation({ params: { id } })).error.code).toBe('group_only');
    expect((await ana.updateConversation({ params: { id }, body: { name: 'Us' } })).error.code).toBe('group_only');
  });
});

describe('what a conversation is for one member', () => {
  test('reads forward only, tells the others how far, and clears the notification', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    for (const content of ['One', 'Two', 'Three']) await say(cast.ana, id, content);
    const ben = await as(cast.ben);
    expect((await ben.getUnreadCount()).body.unread_count).toBe(1);
    const mark = async (last_read_seq?: number) =>
      (await ben.markConversationRead({ params: { id }, body: { last_read_seq } })).body.unread_count;
    expect([await mark(2), await mark(1)]).toEqual([1, 1]);
    // The last message is still to be read.
    expect((await ben.getUnreadCount()).body.unread_count).toBe(1);
    // Ben's own answer is nothing he has to read.
    await say(cast.ben, id, 'Four');
    expect([await mark(3), await mark(99)]).toEqual([0, 0]);
    expect((await ben.getUnreadCount()).body.unread_count).toBe(0);
    const { participants } = (await seen(cast.ana, id)).body;
    expect(participants.find((person) => person.id === cast.ben.id)?.last_read_seq).toBe(4);
    const told = (await events('conversation.read')).map(
      ({ data }) => (data as { last_read_seq: number }).last_read_seq,
    );
    expect(told).toEqual([2, 3, 4]);
    expect((await events('notification.read')).map(({ data }) => data)).toMatchObject([{ unread_count: 0 }]);
  });

  test('archives until the next message, and mutes for a while or until unmuted', async () => {
    const { cast } = app();
    const id = await direct(cast.ana, cast.ben);
    await say(cast.ben, id, 'Hi');
    const ana = await as(cast.ana);
    expect((await ana.archiveConversation({ params: { id } })).body.is_archived).toBe(true);
    expect((await ana.unarchiveConversation({ params: { id } })).body.is_archived).toBe(false);
    await ana.archiveConversation({ params: { id } });
    await say(cast.ben, id, 'Still there?');
    expect((await seen(cast.ana, id)).body.is_archived).toBe(false);
    const hours = { '1h': 1, '8h': 8, '1d': 24, '1w': 168 } as const;
    for (const [duration, length] of Object.entries(hours)) {
      const { body } = await ana.muteConversation({
        params: { id },
        body: { duration: duration as keyof typeof hours },
      });
      const minutes = (Date.parse(body.muted_until ?? '') - Date.now()) / 60_000;
      expect([body.is_muted, Math.round(minutes / 60)]).toEqual([true, length]);
    }
    const forever = await ana.muteConversation({ params: { id }, body: {} });
    expect(forever.body).toMatchObject({ is_muted: true, muted_until: null });
    expect((await ana.unmuteConversation({ params: { id } })).body.is_muted).toBe(false);
    expect((await events('conversation.updated')).every(({ user_ids }) => user_ids?.join() === cast.ana.id)).toBe(true);
    expect((await (await as(cast.cleo)).archiveConversation({ params: { id } })).error.code).toBe(
      'conversation_not_found',
    );
  });
});

describe('updates', () => {
  test('give a client without the stream everything that changed, as it is now', async () => {
    const { cast } = app();
    const kept = await direct(cast.ana, cast.ben);
    const lost = await group(cast.cleo, [cast.ana]);
    const { cursor } = await updates(cast.ana);
    expect(await updates(cast.ana, cursor)).toMatchObject({ cursor, conversations: [], messages: [], left: [] });
    const begun = new Date().toISOString();
    const { body: first } = await say(cast.ben, kept, 'Six');
    await (await as(cast.ben)).editMessage({ params: { id: kept, messageId: first.id }, body: { content: 'Seven' } });
    await (await as(cast.cleo)).removeParticipants({ params: { id: lost }, body: { user_ids: [cast.ana.id] } });
    const changed = await updates(cast.ana, cursor);
    expect(changed).toMatchObject({
      has_more: false,
      is_reset: false,
      conversations: [{ id: kept, unread_count: 1 }],
      messages: [{ id: first.id, content: 'Seven' }],
      left: [lost],
    });
    expect(changed.conversations[0]).toEqual((await seen(cast.ana, kept)).body);
    expect((await updates(cast.ana, changed.cursor)).messages).toEqual([]);
    expect((await updates(cast.cleo, cursor)).messages.map(({ kind }) => kind)).toEqual(['system']);
    expect((await updates(cast.ana, begun)).messages).toHaveLength(1);
  });

  test('come in portions, and ask for a fresh start when too much was missed', async () => {
    const { db, cast } = app();
    const id = await direct(cast.ana, cast.ben);
    const { cursor } = await updates(cast.ana);
    const organization_id = cast.organizations.ironHarbour;
    await sql`insert into live_events (scope_id, type, data, user_ids)
      select ${organization_id}::uuid, 'conversation.updated',
        jsonb_build_object('conversation_id', ${id}::text), array[${cast.ana.id}::uuid] from generate_series(1, 250) n`.execute(
      db,
    );
    const first = await updates(cast.ana, cursor);
    expect([first.has_more, Number(first.cursor) - Number(cursor)]).toEqual([true, 200]);
    const second = await updates(cast.ana, first.cursor);
    expect([second.has_more, Number(second.cursor) - Number(cursor)]).toEqual([false, 250]);
    expect((await updates(cast.ana, '0')).is_reset).toBe(true);
    expect((await updates(cast.ana, '999999999')).is_reset).toBe(true);
  });
});

test('typing is for members alone, and never stored', async () => {
  const { db, cast } = app();
  const id = await group(cast.ana, [cast.ben]);
  await db.deleteFrom('live_events').execute();
  expect((await (await as(cast.ana)).sendTyping({ params: { id } })).status).toBe(204);
  expect((await (await as(cast.cleo)).sendTyping({ params: { id } })).error.code).toBe('conversation_not_found');
  expect(await db.selectFrom('live_events').selectAll().execute()).toEqual([]);
});
