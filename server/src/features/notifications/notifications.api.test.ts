import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addNotification, addSession } from '#testing/things.ts';

const app = useTestApp();

beforeEach(() => app().db.deleteFrom('notifications').execute());

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
      [{ to: ana, kind: 'friend_request', by: [cleo] }, 'Cleo sent you a friend request', null],
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
      .execute();
    expect(told.map(({ type }) => type)).toEqual(['notification.read', 'notification.read', 'notification.all_read']);
    expect(told.every(({ user_ids }) => user_ids?.join() === cast.dov.id)).toBe(true);
  });
});
