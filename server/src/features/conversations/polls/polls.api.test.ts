import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';
import { addSession } from '#testing/test-data.ts';

const { app, as, block, direct, events, group, read, say, updates } = useChattingApp();

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const evenings = [{ text: '', starts_at: soon(1) }, { text: '', starts_at: soon(2) }, { text: 'Not this week' }];

const ask = async (person: CastMember, id: string, over: object = {}) =>
  (await as(person)).sendPoll({
    params: { id },
    body: { question: 'Which evening?', options: evenings, client_nonce: newId(), ...over },
  });
const vote = async (person: CastMember, id: string, messageId: string, options: number[]) =>
  (await as(person)).votePoll({ params: { id, messageId }, body: { options } });
const polled = async (person: CastMember, id: string) => (await read(person, id)).find(({ kind }) => kind === 'poll')!;
const hosted = (host: CastMember) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host, starts_at: new Date(soon(1)) });

describe('a poll', () => {
  test('is asked once, in a chat the asker is in, with two to ten options to come', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const client_nonce = newId();
    const asked = await Promise.all([1, 2, 3].map(() => ask(cast.ana, id, { client_nonce })));
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
    expect(asked[0]?.body).toMatchObject({
      kind: 'poll',
      content: 'Which evening?',
      poll: { votes: [0, 0, 0], own: [], voters: 0, chosen: null, options: [{ text: '' }, {}, { starts_at: null }] },
    });
    expect(await polled(cast.ben, id)).toMatchObject({ id: asked[0]?.body.id, poll: { voters: 0 } });
    for (const options of [
      [{ text: 'One' }],
      Array.from({ length: 11 }, (_, n) => ({ text: `${n}` })),
      [{ text: '' }, { text: 'x' }],
      [{ text: 'x'.repeat(81) }, { text: 'y' }],
      [{ text: '', starts_at: soon(-1) }, { text: 'y' }],
    ])
      expect((await ask(cast.ana, id, { options })).status).toBe(400);
    for (const person of [cast.cleo, cast.eve])
      expect((await ask(person, id)).error.code).toBe('conversation_not_found');
    await app().db.deleteFrom('friendships').execute();
    const request = await direct(cast.cleo, cast.ben);
    expect((await ask(cast.cleo, request)).error.code).toBe('request_needs_text');
  });

  test("keeps the gym by whose clock its times are, one of the asker's", async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { barangaroo, fremantle } = cast.gyms;
    await ask(cast.ana, id, { gym_id: barangaroo });
    const gym = { id: barangaroo, timezone: 'Australia/Sydney' };
    expect((await polled(cast.ben, id)).poll).toMatchObject({ gym });
    expect((await ask(cast.ana, id)).body.poll).toMatchObject({ gym: null });
    for (const gym_id of [fremantle, newId()])
      expect((await ask(cast.ana, id, { gym_id })).error.code).toBe('gym_not_found');
  });

  test('counts each member once for each option, whatever they tap and however fast', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const { body: poll } = await ask(cast.ana, id);
    const answers = await Promise.all([
      vote(cast.ana, id, poll.id, [0]),
      vote(cast.ben, id, poll.id, [0, 1]),
      vote(cast.ben, id, poll.id, [0, 1]),
      vote(cast.ben, id, poll.id, [0, 1, 1]),
      vote(cast.cleo, id, poll.id, [1]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await polled(cast.ben, id)).poll).toMatchObject({ votes: [2, 2, 0], own: [0, 1], voters: 3 });
    const changed = await vote(cast.ben, id, poll.id, [2]);
    expect(changed.body.poll).toMatchObject({ votes: [1, 1, 1], own: [2], voters: 3 });
    await vote(cast.cleo, id, poll.id, []);
    expect((await polled(cast.cleo, id)).poll).toMatchObject({ votes: [1, 0, 1], own: [], voters: 2 });
    const { body: votes } = await (await as(cast.cleo)).listVotes({ params: { id, messageId: poll.id } });
    expect(votes.map(({ option, user }) => [option, user.id])).toEqual([
      [0, cast.ana.id],
      [2, cast.ben.id],
    ]);
    expect((await vote(cast.ana, id, poll.id, [3])).status).toBe(400);
    expect((await vote(cast.ana, id, poll.id, [-1])).status).toBe(400);
  });

  test('tells every vote live, as each reader sees it, and to a client without the stream', async () => {
    const { cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.cleo]);
    const { body: poll } = await ask(cast.ben, id);
    const { cursor } = await updates(cast.cleo);
    await vote(cast.ana, id, poll.id, [1]);
    await vote(cast.ana, id, poll.id, [1]);
    const told = await events('message.voted');
    const dataFor = (person: CastMember) => told.filter(({ user_ids }) => user_ids?.includes(person.id));
    expect(dataFor(cast.ana)).toHaveLength(1);
    expect(dataFor(cast.ana)[0]?.data).toMatchObject({ message_id: poll.id, votes: [0, 1, 0], own: [1], voters: 1 });
    expect(dataFor(cast.cleo)[0]?.data).toMatchObject({ votes: [0, 1, 0], own: [], chosen: null });
    expect(JSON.stringify(told)).not.toContain('Not this week');
    const { messages } = await updates(cast.cleo, cursor);
    expect(messages.find((one) => one.id === poll.id)?.poll).toMatchObject({ votes: [0, 1, 0] });
  });

  test('hides the votes of blocked people, and the poll of one', async () => {
    const { cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.cleo]);
    const { body: poll } = await ask(cast.ben, id);
    await vote(cast.ana, id, poll.id, [0]);
    const unblock = await block(cast.ana, cast.cleo);
    await app().db.deleteFrom('live_events').execute();
    await vote(cast.cleo, id, poll.id, [0, 1]);
    expect((await polled(cast.ana, id)).poll).toMatchObject({ votes: [1, 0, 0], voters: 1 });
    expect((await polled(cast.ben, id)).poll).toMatchObject({ votes: [2, 1, 0], voters: 2 });
    expect((await polled(cast.cleo, id)).poll).toMatchObject({ votes: [1, 1, 0], voters: 1 });
    const told = await events('message.voted');
    expect(told.some(({ user_ids }) => user_ids?.includes(cast.ana.id))).toBe(false);
    const { body: votes } = await (await as(cast.cleo)).listVotes({ params: { id, messageId: poll.id } });
    expect(new Set(votes.map(({ user }) => user.id))).toEqual(new Set([cast.cleo.id]));
    await unblock();
    const unblockBen = await block(cast.ana, cast.ben);
    expect((await vote(cast.ana, id, poll.id, [1])).error.code).toBe('message_not_found');
    expect((await read(cast.ana, id)).some(({ kind, poll: seen }) => kind === 'poll' || seen)).toBe(false);
    await unblockBen();
  });

  test('is nothing to people outside the chat, who left it, or came later', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: poll } = await ask(cast.ana, id);
    for (const person of [cast.cleo, cast.eve]) {
      expect((await vote(person, id, poll.id, [0])).error.code).toBe('conversation_not_found');
      expect((await (await as(person)).listVotes({ params: { id, messageId: poll.id } })).status).toBe(404);
    }
    await (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    expect((await vote(cast.cleo, id, poll.id, [0])).error.code).toBe('message_not_found');
    await vote(cast.ben, id, poll.id, [0]);
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await vote(cast.ben, id, poll.id, [1])).error.code).toBe('conversation_not_found');
    expect((await polled(cast.ana, id)).poll).toMatchObject({ votes: [1, 0, 0] });
    const { body: said } = await say(cast.ana, id, 'Words');
    expect((await vote(cast.ana, id, said.id, [0])).error.code).toBe('message_not_found');
  });

  test('leaves no words behind when it is deleted', async () => {
    const { cast, db } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: poll } = await ask(cast.ana, id);
    await vote(cast.ben, id, poll.id, [2]);
    await (await as(cast.ana)).deleteMessage({ params: { id, messageId: poll.id } });
    expect((await read(cast.ben, id)).find((one) => one.id === poll.id)).toMatchObject({ poll: null, content: '' });
    expect(await db.selectFrom('poll_votes').selectAll().execute()).toEqual([]);
    const kept = JSON.stringify([
      await db.selectFrom('live_events').select('data').execute(),
      await db.selectFrom('messages').select('details').execute(),
    ]);
    expect(kept).not.toContain('Not this week');
    expect((await vote(cast.ben, id, poll.id, [0])).error.code).toBe('message_not_found');
  });

  test('can be reported with its options', async () => {
    const { cast, db } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: poll } = await ask(cast.ana, id);
    const body = { kind: 'message', id: poll.id, reason: 'spam', note: '' } as const;
    expect((await (await as(cast.ben)).createReport({ body })).status).toBe(201);
    const [report] = await db.selectFrom('reports').select('snapshot').execute();
    expect(JSON.stringify(report?.snapshot)).toContain('Not this week');
  });
});

describe('the answer of a poll', () => {
  test('becomes a session once, with its card in the chat, and ends the votes', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const { body: poll } = await ask(cast.ana, id);
    await vote(cast.ben, id, poll.id, [0]);
    const settle = async (person: CastMember, session_id: string, option = 0) =>
      (await as(person)).settlePoll({ params: { id, messageId: poll.id }, body: { option, session_id } });
    const [ofAna, ofBen] = [await hosted(cast.ana), await hosted(cast.ben)];
    expect((await settle(cast.ana, ofBen)).error.code).toBe('session_not_found');
    expect((await settle(cast.ana, newId())).error.code).toBe('session_not_found');
    expect((await settle(cast.eve, ofAna)).error.code).toBe('conversation_not_found');
    expect((await settle(cast.ana, ofAna, 7)).status).toBe(400);
    const answers = await Promise.all([settle(cast.ana, ofAna), settle(cast.ben, ofBen), settle(cast.ana, ofAna, 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('poll_closed');
    const messages = await read(cast.ben, id);
    expect(messages.filter(({ kind }) => kind === 'session')).toHaveLength(1);
    const { poll: closed } = messages.find((one) => one.id === poll.id)!;
    expect(closed?.chosen).not.toBeNull();
    expect((await events('message.voted')).at(-1)?.data).toMatchObject({ chosen: closed?.chosen });
    expect((await vote(cast.ben, id, poll.id, [1])).error.code).toBe('poll_closed');
  });
});
