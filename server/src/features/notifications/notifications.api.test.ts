import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addNotification, addSession } from '#testing/test-data.ts';

const app = useTestApp();

/** In a month, by the gym's clock. */
const inAMonth = (time: string) =>
  Temporal.PlainDateTime.from(`${dayFromNow(30)}T${time}`).toZonedDateTime('Australia/Sydney');
const utc = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds).toISOString();

beforeEach(async () => {
  await app().db.deleteFrom('notifications').execute();
  await app().db.deleteFrom('live_events').execute();
});

describe('notifications', () => {
  test('name the actor, and fold equal ones by several actors', async () => {
    const { cast, db } = app();
    const { ana, ben, cleo, finn, olga } = cast;
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: ana, title: 'Leg day' });
    const told: [Parameters<typeof addNotification>[1], string, string | null][] = [
      [{ to: ana, kind: 'session_joined', session, by: [ben] }, 'Ben joined Leg day', `/app/sessions/${session}`],
      [
        { to: ana, kind: 'session_joined', session, by: [ben, cleo] },
        'Cleo and 1 other joined Leg day',
        `/app/sessions/${session}`,
      ],
      [
        { to: ana, kind: 'session_joined', session, by: [ben, cleo, finn, olga] },
        'Olga and 3 others joined Leg day',
        `/app/sessions/${session}`,
      ],
      [
        { to: ana, kind: 'friend_request', by: [cleo] },
        'Cleo sent you a friend request',
        '/app?open=friends&tab=requests',
      ],
      [{ to: ana, kind: 'session_changed', session }, 'Leg day has new details', `/app/sessions/${session}`],
      [
        { to: ana, kind: 'session_starts_soon', session, data: { minutes: 15 } },
        'Leg day starts in 15 minutes',
        `/app/sessions/${session}`,
      ],
    ];
    const client = await app().as(ana);
    for (const [thing, title, url] of told) {
      await db.deleteFrom('notifications').execute();
      await addNotification(db, thing);
      const { body } = await client.listNotifications();
      expect(body.results).toMatchObject([{ title, url, actor_count: thing.by?.length ?? 0, is_read: false }]);
    }
  });

  test("write times by the clock of the reader's language", async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day' });
    const data = { changed: ['start_time'], starts_local: '2025-11-25T18:30' };
    await addNotification(db, { to: cast.ben, kind: 'session_changed', session, data });
    const ben = await app().as(cast.ben);
    const titleIn = async (language?: string) => {
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
      return (await ben.listNotifications({ headers })).body.results[0]?.title.replaceAll('\u202f', ' ');
    };
    expect(await titleIn('en-US,en;q=0.9')).toBe('Leg day moved to Tue Nov 25, 6:30 PM');
    expect(await titleIn('en-AU')).toBe('Leg day moved to Tue 25 Nov, 6:30 pm');
    expect(await titleIn('de-DE')).toBe('Leg day moved to Di. 25. Nov., 18:30');
    expect(await titleIn('en-GB')).toBe('Leg day moved to Tue 25 Nov, 18:30');
    for (const nothing of [undefined, '*', '', 'x'.repeat(500), 'en-!', 'zz-abcdefghi'])
      expect(await titleIn(nothing)).toBe('Leg day moved to Tue 25 Nov, 6:30 pm');
  });

  test('name the zone for a reader in another one', async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day' });
    const data = { changed: ['start_time'], starts_local: '2025-11-25T18:30' };
    await addNotification(db, { to: cast.ben, kind: 'session_changed', session, data });
    const titleIn = async (timezone: string | null) => {
      await db.updateTable('users').set({ timezone }).where('id', '=', cast.ben.id).execute();
      const headers = { 'accept-language': 'en-AU' };
      return (await (await app().as(cast.ben)).listNotifications({ headers })).body.results[0]?.title;
    };
    onTestFinished(() => titleIn(null).then(() => {}));
    expect(await titleIn('Europe/London')).toBe('Leg day moved to Tue 25 Nov, 6:30 pm Sydney time');
    // The same clock under another name.
    expect(await titleIn('Australia/Melbourne')).toBe('Leg day moved to Tue 25 Nov, 6:30 pm');
  });

  test('name days as the app does: today, tomorrow, Friday', async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day' });
    const ben = await app().as(cast.ben);
    const titleFor = async (day: Temporal.PlainDate) => {
      const data = { changed: ['start_time'], starts_local: `${day}T18:30` };
      await addNotification(db, { to: cast.ben, kind: 'session_changed', session, data });
      return (await ben.listNotifications({ headers: { 'accept-language': 'en-AU' } })).body.results[0]?.title;
    };
    const today = Temporal.Now.plainDateISO('Australia/Sydney');
    expect(await titleFor(today)).toBe('Leg day moved to today, 6:30 pm');
    expect(await titleFor(today.add({ days: 1 }))).toBe('Leg day moved to tomorrow, 6:30 pm');
    const inThree = today.add({ days: 3 });
    const weekday = inThree.toLocaleString('en-AU', { weekday: 'long' });
    expect(await titleFor(inThree)).toBe(`Leg day moved to ${weekday}, 6:30 pm`);
  });

  test("carry the session's start and the beginning of what was written, while the reader may read it", async () => {
    const { cast, db } = app();
    const { ana, ben, cleo } = cast;
    const start = inAMonth('18:30');
    const starts_at = new Date(start.epochMilliseconds);
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: ana, with: [ben, cleo], starts_at });
    const content = `See you at the rack. ${'Bring chalk. '.repeat(40)}`;
    await (await app().as(ana)).sendSessionMessage({ params: { id }, body: { content } });
    const listOf = async (person: CastMember) =>
      (await (await app().as(person)).listNotifications()).body.results.filter(
        ({ kind }) => kind === 'session_message',
      );
    const [first] = await listOf(ben);
    expect(first).toMatchObject({
      title: 'Ana sent a message in Leg day',
      body: content.slice(0, 200),
      url: `/app/sessions/${id}`,
      answer: null,
      session_start: {
        utc: utc(start),
        local: start.toString({ timeZoneName: 'never' }),
        timezone: 'Australia/Sydney',
      },
    });
    expect((await listOf(cleo))[0]?.body).toBe(content.slice(0, 200));
    await (await app().as(cleo)).leaveSession({ params: { id }, body: {} });
    expect((await listOf(cleo))[0]?.body).toBe('');
  });

  test('offer an answer as long as there is one to give', async () => {
    const { cast, db } = app();
    const { ana, ben, cleo, finn } = cast;
    await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
    const answers = async (person: CastMember) =>
      (await (await app().as(person)).listNotifications()).body.results.map(({ kind, answer, body }) => [
        kind,
        answer?.kind ?? null,
        body,
      ]);
    const request = await (await app().as(cleo)).sendFriendRequest({ body: { receiver_id: finn.id, message: 'Hi' } });
    expect(await answers(finn)).toEqual([['friend_request', 'friend_request', 'Hi']]);
    await (await app().as(finn)).declineFriendRequest({ params: { id: request.body.id }, body: {} });
    expect(await answers(finn)).toEqual([['friend_request', null, 'Hi']]);

    const proposed = inAMonth('19:30');
    const starts_at = new Date(inAMonth('18:30').epochMilliseconds);
    const id = await addSession(db, {
      gym: cast.gyms.barangaroo,
      host: ana,
      with: [ben],
      starts_at,
      max_participants: 2,
    });
    const proposal = { proposed_time: utc(proposed), message: 'Later?' };
    const day = proposed.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
    const asked = (await (await app().as(ben)).createProposal({ params: { id }, body: proposal })).body;
    expect(await answers(ana)).toEqual([['proposal', 'proposal', `${day}, 7:30 pm · Later?`]]);
    await (await app().as(ana)).rejectProposal({ params: { id, proposalId: asked.id } });
    expect((await answers(ana)).map(([, answer]) => answer)).toEqual([null]);
    expect(await answers(ben)).toEqual([['proposal_answered', null, `${day}, 7:30 pm · Later?`]]);

    const offer = { organization_id: cast.organizations.ironHarbour, id: newId(), session_id: id, user_id: cleo.id };
    await db.updateTable('sessions').set({ max_participants: 3 }).where('id', '=', id).execute();
    await db
      .insertInto('session_waitlist')
      .values({
        ...offer,
        status: 'offered',
        offered_at: new Date(),
        offer_expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    await addNotification(db, { to: cleo, kind: 'spot_freed', session: id });
    expect((await answers(cleo)).map(([, answer]) => answer)).toEqual(['spot']);
    await (await app().as(cleo)).claimSpot({ params: { id } });
    expect((await answers(cleo)).map(([, answer]) => answer)).toEqual([null]);
  });

  test('leave out blocked people, in both directions', async () => {
    const { cast, db } = app();
    const { ana, ben, dov } = cast;
    await addNotification(db, { to: ana, kind: 'message', by: [ben, dov] });
    await addNotification(db, { to: dov, kind: 'message', by: [ben, ana] });
    for (const person of [ana, dov]) {
      const [first] = (await (await app().as(person)).listNotifications()).body.results;
      expect(first).toMatchObject({ title: 'Ben sent you a message', actor_count: 1, actor: { id: ben.id } });
    }
  });

  test('come newest first, are paged, and can be filtered to unread', async () => {
    const { cast, db } = app();
    const { ana } = cast;
    const ids: string[] = [];
    for (let ago = 1; ago <= 7; ago++)
      ids.push(await addNotification(db, { to: ana, kind: 'announcement', ago, read: ago % 2 === 0 }));
    const client = await app().as(ana);
    const page = async (query: object) => (await client.listNotifications({ query })).body;

    const first = await page({ page_size: 3 });
    expect(first.results.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(first).toMatchObject({ count: 7, previous: null });
    expect(first.next).toContain('page=2');
    const last = await page({ page_size: 3, page: 3 });
    expect([last.results.map(({ id }) => id), last.next]).toEqual([[ids[6]], null]);

    const older = await page({ page_size: 3, before: ids[2] });
    expect(older.results.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    expect(older.next).toContain(`before=${ids[5]}`);
    expect((await page({ before: newId() })).results).toEqual([]);

    const unread = await page({ unread: true });
    expect(unread.results.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[4], ids[6]]);
    expect((await page({ unread: false })).count).toBe(3);
    expect(((await page({ page_size: 101 })) as { code?: string }).code).toBe('validation_failed');
  });

  test('are counted while unread, per member', async () => {
    const { cast, db } = app();
    for (const read of [false, false, true]) await addNotification(db, { to: cast.ana, kind: 'announcement', read });
    await addNotification(db, { to: cast.ben, kind: 'announcement' });
    expect((await (await app().as(cast.ana)).getUnreadCount()).body).toEqual({ unread_count: 2 });
    expect((await (await app().as(cast.ben)).getUnreadCount()).body).toEqual({ unread_count: 1 });
    for (const person of [cast.gwen, cast.sam, cast.eve]) {
      const client = await app().as(person);
      expect((await client.getUnreadCount()).body).toEqual({ unread_count: 0 });
      expect((await client.listNotifications()).body).toMatchObject({ count: 0, results: [] });
    }
  });

  test('are hidden from a super admin inside the organization', async () => {
    const { cast, db } = app();
    await addNotification(db, { to: cast.olga, kind: 'announcement' });
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.listNotifications()).body.count).toBe(0);
  });

  test('stay unread if they came after the newest one that was seen', async () => {
    const { cast, db } = app();
    const ben = await app().as(cast.ben);
    await ben.markAllNotificationsRead();
    const ids: string[] = [];
    for (const ago of [3, 2, 1]) ids.push(await addNotification(db, { to: cast.ben, kind: 'announcement', ago }));
    const [, seen = '', newest = ''] = ids;
    expect((await ben.markAllNotificationsRead({ query: { up_to: seen } })).body).toEqual({ unread_count: 1 });
    const unread = (await ben.listNotifications({ query: { unread: 'true' } })).body.results;
    expect(unread.map(({ id }) => id)).toEqual([newest]);
    const stranger = await app().as(cast.cleo);
    await stranger.markAllNotificationsRead({ query: { up_to: newest } });
    expect((await ben.getUnreadCount()).body).toEqual({ unread_count: 1 });
  });

  test('are marked read, one or all, by their own member only', async () => {
    const { cast, db } = app();
    const ids = [];
    for (let made = 0; made < 3; made++) ids.push(await addNotification(db, { to: cast.dov, kind: 'announcement' }));
    const [first = ''] = ids;
    const dov = await app().as(cast.dov);
    const stranger = await app().as(cast.cleo);
    expect((await stranger.markNotificationRead({ params: { id: first } })).error.code).toBe('notification_not_found');
    expect((await dov.markNotificationRead({ params: { id: first } })).body).toEqual({ unread_count: 2 });
    expect((await dov.markNotificationRead({ params: { id: first } })).body).toEqual({ unread_count: 2 });
    expect((await dov.markAllNotificationsRead()).body).toEqual({ unread_count: 0 });
    expect((await dov.listNotifications()).body.results.every(({ is_read }) => is_read)).toBe(true);
    const told = await db
      .selectFrom('live_events')
      .select(['type', 'user_ids'])
      .where('type', 'like', 'notification.%')
      .orderBy('seq')
      .execute();
    expect(told.map(({ type }) => type)).toEqual(['notification.read', 'notification.read', 'notification.all_read']);
    expect(told.every(({ user_ids }) => user_ids?.join() === cast.dov.id)).toBe(true);
  });
});
