import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { statementsOf } from '#testing/databases/statements.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) =>
  addSession(app().db, { gym: app().cast.gyms.barangaroo, host: app().cast.ana, with: [app().cast.ben], ...more });
type Query = { page?: number; page_size?: number; before?: number; after?: number };
const chat = async (person: CastMember, id: string, query: Query = {}) =>
  (await app().as(person)).listSessionMessages({ params: { id }, query });
const write = async (person: CastMember, id: string, content: string, client_nonce?: string) =>
  (await app().as(person)).sendSessionMessage({ params: { id }, body: { content, client_nonce } });
type Action = 'running_late' | 'on_my_way' | 'arrived' | 'cant_make_it' | 'need_a_spotter';
const tap = async (person: CastMember, id: string, action: Action, minutes?: number) =>
  (await app().as(person)).sendQuickAction({ params: { id }, body: { action, details: { minutes } } });
const titles = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
const told = (type: string) =>
  app().db.selectFrom('live_events').select(['data', 'user_ids']).where('type', '=', type).orderBy('seq').execute();
const heardBy = async (person: CastMember) =>
  (await told('session_message.created'))
    .filter(({ user_ids }) => user_ids?.includes(person.id))
    .map(({ data }) => (data as { message: SessionMessage }).message);

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('live_events').execute();
});

describe('the chat of a session', () => {
  test('is read newest first by its members', async () => {
    const { cast } = app();
    const id = await add();
    const sent = await write(cast.ben, id, '  Who brings chalk?\nAnybody?  ');
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      session_id: id,
      seq: 1,
      kind: 'text',
      sender: { id: cast.ben.id, first_name: 'Ben' },
      content: 'Who brings chalk?\nAnybody?',
      action: null,
      details: null,
      is_hidden: false,
    });
    await write(cast.ana, id, 'Me!');
    const { status, body } = await chat(cast.ana, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results.map(({ seq, content }) => [seq, content])).toEqual([
      [2, 'Me!'],
      [1, 'Who brings chalk?\nAnybody?'],
    ]);
    expect(body.results[1]).toEqual(sent.body);
  });

  test("is closed to everybody who isn't in the session, the gym's managers too, and hidden from those who don't see it", async () => {
    const { cast, visitor } = app();
    const id = await add();
    await write(cast.ana, id, 'Hello');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const refused = { status: 403, error: { code: 'access_denied', error: 'Join the session to see its chat.' } };
    for (const person of [cast.cleo, cast.finn, cast.olga]) expect(await chat(person, id)).toMatchObject(refused);
    expect((await inside.listSessionMessages({ params: { id } })).error.code).toBe('emulation_not_allowed');
    for (const person of [cast.dov, cast.eve, cast.demi])
      expect((await chat(person, id)).error.code).toBe('session_not_found');
    expect((await chat(cast.ana, newId())).error.code).toBe('session_not_found');
    expect((await visitor.listSessionMessages({ params: { id } })).status).toBe(401);
  });

  test('is not opened by managers who are not in a session for invited members only', async () => {
    const { cast } = app();
    const id = await add({ invite_only: true });
    await write(cast.ana, id, 'Only for the two of us');
    for (const person of [cast.finn, cast.olga])
      expect(await chat(person, id)).toMatchObject({ status: 403, error: { code: 'access_denied' } });
    // Nor do they open it to everybody, themselves included.
    const finn = await app().as(cast.finn);
    const opened = await finn.updateSession({ params: { id }, body: { invite_only: false } });
    expect([opened.status, Object.keys(opened.error.details ?? {})]).toEqual([403, ['invite_only']]);
    const ana = await app().as(cast.ana);
    expect((await ana.updateSession({ params: { id }, body: { invite_only: false } })).status).toBe(200);
    expect((await chat(cast.finn, id)).status).toBe(403);
  });

  test('accepts messages from its members only', async () => {
    const { cast } = app();
    const id = await add();
    for (const person of [cast.cleo, cast.finn])
      expect((await write(person, id, 'Hi')).error.code).toBe('not_a_participant');
    for (const person of [cast.dov, cast.eve])
      expect((await write(person, id, 'Hi')).error.code).toBe('session_not_found');
    expect((await write(cast.ana, newId(), 'Hi')).error.code).toBe('session_not_found');
    expect((await chat(cast.ana, id)).body.results).toEqual([]);
    expect(await told('session_message.created')).toEqual([]);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const { error } = await inside.sendSessionMessage({ params: { id }, body: { content: 'Hi' } });
    expect(error.code).toBe('emulation_not_allowed');
    const over = await add({ in: -120 });
    expect((await write(cast.ben, over, 'That was a good one')).status).toBe(201);
    expect((await chat(cast.ana, id)).body.results).toEqual([]);
  });

  test('accepts messages of 1 to 4,000 characters', async () => {
    const { cast } = app();
    const id = await add();
    expect((await write(cast.ana, id, 'x'.repeat(4000))).status).toBe(201);
    for (const content of ['x'.repeat(4001), '   ', '', 'null \0 byte']) {
      const { status, error } = await write(cast.ana, id, content);
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['content']]);
    }
    const { error } = await write(cast.ana, id, 'Hello', 'not-a-uuid');
    expect(Object.keys(error.details ?? {})).toEqual(['client_nonce']);
    expect((await chat(cast.ana, id)).body.count).toBe(1);
  });

  test('is paged by number, backwards and forwards', async () => {
    const { cast } = app();
    const id = await add();
    for (let n = 1; n <= 7; n++) await write(n % 2 ? cast.ana : cast.ben, id, `message ${n}`);
    const numbers = async (query: Query) => (await chat(cast.ana, id, query)).body.results.map(({ seq }) => seq);
    expect(await numbers({ before: 4 })).toEqual([3, 2, 1]);
    expect(await numbers({ after: 5 })).toEqual([7, 6]);
    expect(await numbers({ after: 7 })).toEqual([]);
    expect(await numbers({ page: 2, page_size: 3 })).toEqual([4, 3, 2]);
    expect((await chat(cast.ana, id, { page: 2, page_size: 3 })).body.previous).toContain('page=1');

    const token = await app().tokenFor(cast.ana);
    for (const [start, expected] of [
      ['page_size=3', [7, 6, 5, 4, 3, 2, 1]],
      ['page_size=2&after=3', [7, 6, 5, 4]],
    ] as const) {
      const found: number[] = [];
      let next: string | null = `/api/v1/sessions/${id}/messages/?${start}`;
      for (let turn = 0; next && turn < 9; turn++) {
        const page: { count: number; next: string | null; results: { seq: number }[] } = (
          await app().http.inject({ url: next, headers: { authorization: `Bearer ${token}` } })
        ).json();
        expect(page.count).toBe(7);
        found.push(...page.results.map(({ seq }) => seq));
        next = page.next;
      }
      expect(found).toEqual(expected);
    }
  });

  test('hides messages between blocked members, in both directions', async () => {
    const { cast } = app();
    const id = await add({ host: cast.ben, with: [cast.ana, cast.dov, cast.cleo] });
    await write(cast.ana, id, 'from ana', newId());
    await tap(cast.dov, id, 'running_late', 5);
    await write(cast.ben, id, 'from ben');
    const seenBy = async (person: CastMember) =>
      (await chat(person, id)).body.results.map(({ sender, content, is_hidden, action, kind }) =>
        is_hidden ? ['folded', sender, content, action, kind] : (sender?.first_name ?? ''),
      );
    const fold = ['folded', null, '', null, 'text'];
    expect(await seenBy(cast.ana)).toEqual(['Ben', fold, 'Ana']);
    expect(await seenBy(cast.dov)).toEqual(['Ben', 'Dov', fold]);
    expect(await seenBy(cast.cleo)).toEqual(['Ben', 'Dov', 'Ana']);
    expect((await chat(cast.dov, id)).text).not.toContain('from ana');

    // Live events follow the same visibility as reads.
    for (const person of [cast.ana, cast.dov, cast.cleo, cast.ben])
      expect((await heardBy(person)).reverse()).toEqual((await chat(person, id)).body.results);
    expect(await titles(cast.ana)).toEqual(['Ben sent a message in Leg day']);
    expect(await titles(cast.dov)).toEqual(['Ben sent a message in Leg day']);
    expect(await titles(cast.cleo)).toEqual([
      'Ben and 1 other sent a message in Leg day',
      'Dov is running 5 minutes late for Leg day',
    ]);
  });

  test('costs one statement to read, at any length', async () => {
    const { cast, db } = app();
    const id = await add();
    await db
      .insertInto('session_messages')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          organization_id: cast.organizations.ironHarbour,
          session_id: id,
          seq: index + 1,
          id: newId(),
          sender_id: index % 2 ? cast.ana.id : cast.ben.id,
          content: `message ${index}`,
        })),
      )
      .execute();
    const ana = await app().as(cast.ana);
    await ana.getMe();
    const asked = await statementsOf(async () => {
      const { body } = await ana.listSessionMessages({ params: { id }, query: { page_size: 100 } });
      expect([body.results.length, body.count]).toEqual([100, 120]);
    });
    expect(asked).toHaveLength(1);
  });
  afterEach(() => vi.restoreAllMocks());
});

describe('a message', () => {
  test('is stored once across retries, which return the first answer', async () => {
    const { cast } = app();
    const id = await add();
    const nonce = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(cast.ben, id, 'On my way', nonce)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await write(cast.ben, id, 'Other words', nonce)).error.code).toBe('idempotency_key_reused');
    expect((await chat(cast.ben, id)).body.results).toEqual([answers[0]?.body]);
    for (const person of [cast.ana, cast.ben])
      expect(await heardBy(person)).toEqual((await chat(person, id)).body.results);
    expect(await titles(cast.ana)).toEqual(['Ben sent a message in Leg day']);
    // Another member may use the same nonce, and the next message has the next number.
    expect((await write(cast.ana, id, 'Good', nonce)).body).toMatchObject({ seq: 2, content: 'Good' });
  });

  test('is acknowledged on a retry even after its sender has left', async () => {
    const { cast, db } = app();
    const id = await add();
    const nonce = newId();
    const first = await write(cast.ben, id, 'See you', nonce);
    await db.deleteFrom('session_participants').where('user_id', '=', cast.ben.id).execute();
    expect((await write(cast.ben, id, 'See you', nonce)).body).toEqual(first.body);
    expect((await write(cast.ben, id, 'And?')).error.code).toBe('not_a_participant');
    expect((await chat(cast.ben, id)).error.code).toBe('access_denied');
  });

  test('shows its nonce to its sender only', async () => {
    const { cast } = app();
    const id = await add();
    const nonce = newId();
    await write(cast.ben, id, 'On my way', nonce);
    const nonces = async (person: CastMember) => [
      (await chat(person, id)).body.results[0]?.client_nonce,
      (await heardBy(person))[0]?.client_nonce,
    ];
    expect(await nonces(cast.ben)).toEqual([nonce, nonce]);
    expect(await nonces(cast.ana)).toEqual([null, null]);
  });

  test('cannot be fetched from another session by its nonce, even concurrently', async () => {
    const { cast } = app();
    const nonce = newId();
    const [one, other] = [await add(), await add()];
    const answers = await Promise.all([one, other].map((id) => write(cast.ben, id, 'Hi', nonce)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('idempotency_key_reused');
    const counts = [(await chat(cast.ben, one)).body.count, (await chat(cast.ben, other)).body.count];
    expect(counts.sort()).toEqual([0, 1]);
  });

  test('gets a unique, gapless number when many are sent at once', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    const clients = await Promise.all([cast.ana, cast.ben, cast.cleo].map((person) => app().as(person)));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        clients[n % 3]!.sendSessionMessage({ params: { id }, body: { content: `${n}`, client_nonce: newId() } }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    const read = (await chat(cast.ana, id)).body.results;
    expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => 30 - n));
    expect((await heardBy(cast.ana)).map(({ seq }) => seq)).toEqual(read.map(({ seq }) => seq).reverse());
  });

  test('notifies the others once until they read it', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    await write(cast.ben, id, 'One');
    await write(cast.ben, id, 'Two');
    await write(cast.cleo, id, 'Three');
    expect(await titles(cast.ana)).toEqual(['Cleo and 1 other sent a message in Leg day']);
    expect(await titles(cast.ben)).toEqual(['Cleo sent a message in Leg day']);
    expect(await titles(cast.finn)).toEqual([]);
    for (const person of [cast.ana, cast.ben, cast.cleo])
      expect((await heardBy(person)).map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
    expect(await heardBy(cast.finn)).toEqual([]);
  });

  test('does not deadlock while its readers mark everything as read', async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    const clients = await Promise.all([cast.ana, cast.ben, cast.cleo].map((person) => app().as(person)));
    const refused: unknown[] = [];
    const again = async (call: () => Promise<{ status: number; error: unknown }>) => {
      for (let turn = 0; turn < 20; turn++) {
        const { status, error } = await call();
        if (status >= 400) refused.push(error);
      }
    };
    await Promise.all(
      clients.flatMap((client) => [
        again(() => client.sendSessionMessage({ params: { id }, body: { content: 'Hi' } })),
        again(() => client.markAllNotificationsRead()),
      ]),
    );
    expect(refused).toEqual([]);
  });
});

describe('a quick action', () => {
  test.each<[Action, number | undefined, string]>([
    ['running_late', 10, 'Ben is running 10 minutes late for Leg day'],
    ['running_late', 1, 'Ben is running 1 minute late for Leg day'],
    ['on_my_way', undefined, 'Ben is on their way to Leg day'],
    ['arrived', undefined, 'Ben has arrived at Leg day'],
    ['cant_make_it', undefined, "Ben can't make it to Leg day"],
    ['need_a_spotter', undefined, 'Ben needs a spotter at Leg day'],
  ])('%s is a message in the chat and a sentence for the others', async (action, minutes, sentence) => {
    const { cast } = app();
    const id = await add();
    const { status, body } = await tap(cast.ben, id, action, minutes);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'quick_action', action, content: '', details: minutes ? { minutes } : {} });
    expect((await chat(cast.ana, id)).body.results).toEqual([body]);
    expect(await titles(cast.ana)).toEqual([sentence]);
    expect(await titles(cast.ben)).toEqual([]);
    const rows = await app()
      .db.selectFrom('session_participants')
      .select('user_id')
      .where('session_id', '=', id)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test("replaces the same member's unread quick action", async () => {
    const { cast } = app();
    const id = await add({ with: [cast.ben, cast.cleo] });
    await tap(cast.ben, id, 'running_late', 10);
    await tap(cast.cleo, id, 'on_my_way');
    await tap(cast.ben, id, 'arrived');
    expect(await titles(cast.ana)).toEqual(['Ben has arrived at Leg day', 'Cleo is on their way to Leg day']);
    expect((await chat(cast.ana, id)).body.count).toBe(3);
  });

  test('checks in on “arrived” while check-in is open', async () => {
    const { cast } = app();
    for (const [minutes, there] of [
      [10, [cast.ben.id]],
      [-10, [cast.ben.id]],
      [45, []],
    ] as const) {
      const id = await add({ in: minutes });
      await tap(cast.ben, id, 'on_my_way');
      await tap(cast.ben, id, 'arrived');
      await tap(cast.ben, id, 'arrived');
      const { body } = await (await app().as(cast.ana)).getSession({ params: { id } });
      expect(body.checked_in_user_ids).toEqual(there);
      const events = (await told('session.checked_in')).filter(
        ({ data }) => (data as { session_id: string }).session_id === id,
      );
      expect(events).toHaveLength(there.length);
    }
  });

  test('carries the delay, needs a spot, and is refused in a cancelled session', async () => {
    const { cast, db } = app();
    const id = await add();
    for (const minutes of [undefined, 0, 181, 2.5]) {
      const { status, error } = await tap(cast.ben, id, 'running_late', minutes);
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['details.minutes']]);
    }
    expect((await tap(cast.cleo, id, 'arrived')).error.code).toBe('not_a_participant');
    expect((await tap(cast.dov, id, 'arrived')).error.code).toBe('session_not_found');
    await db.updateTable('sessions').set({ status: 'cancelled', cancelled_at: new Date() }).execute();
    expect((await tap(cast.ben, id, 'on_my_way')).error.code).toBe('session_cancelled');
    expect((await write(cast.ben, id, 'What a pity')).status).toBe(201);
  });

  test('is stored once per nonce', async () => {
    const { cast } = app();
    const id = await add();
    const ben = await app().as(cast.ben);
    const body = { action: 'on_my_way' as const, client_nonce: newId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => ben.sendQuickAction({ params: { id }, body })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await chat(cast.ana, id)).body.count).toBe(1);
  });
});
