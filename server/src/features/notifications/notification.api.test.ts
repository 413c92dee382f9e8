import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import { type CastMember, castPassword } from '#testing/cast.ts';
import { sendDigests } from '#testing/digests.ts';
import { addSession } from '#testing/test-data.ts';
import { type NewNotification, notification } from './notification.events.ts';

const app = useTestApp();

beforeEach(() => app().db.deleteFrom('notifications').execute());

const notify = (given: Omit<NewNotification, 'organizationId'>) =>
  inTransaction(app().db, async (tx) => {
    const organizationId = app().cast.organizations.ironHarbour;
    tell(tx, notification({ organizationId, ...given }));
  });

const legDay = () => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, title: 'Leg day' });
};

const titlesFor = async (person: CastMember) => {
  const { body } = await (await app().as(person)).listNotifications();
  return body.results.map(({ title }) => title);
};

describe('notifying members', () => {
  test('reaches the recipients, except the actor and anyone across a block', async () => {
    const { ana, ben, cleo, dov } = app().cast;
    const sessionId = await legDay();
    await notify({ kind: 'session_left', to: [ana.id, ben.id, cleo.id, dov.id, ben.id], actorId: ana.id, sessionId });
    expect(await titlesFor(ben)).toEqual(['Ana left Leg day']);
    expect(await titlesFor(cleo)).toEqual(['Ana left Leg day']);
    expect(await titlesFor(ana)).toEqual([]);
    expect(await titlesFor(dov)).toEqual([]);
  });

  test('folds unread notifications into one, and starts a new one after reading', async () => {
    const { ana, ben, cleo, finn } = app().cast;
    const sessionId = await legDay();
    const joined = (actorId: string) =>
      notify({ kind: 'session_joined', to: [ana.id], actorId, sessionId, fold: `joined:${sessionId}` });
    await joined(ben.id);
    await joined(cleo.id);
    await joined(ben.id);
    const client = await app().as(ana);
    const first = (await client.listNotifications()).body.results;
    expect(first).toMatchObject([{ title: 'Ben and 1 other joined Leg day', actor_count: 2 }]);
    await client.markAllNotificationsRead();
    await joined(finn.id);
    expect(await titlesFor(ana)).toEqual(['Finn joined Leg day', 'Ben and 1 other joined Leg day']);
  });

  test('folds two of one transaction into one, and keeps the kinds of several apart', async () => {
    const { organizations, ana, ben, cleo } = app().cast;
    const sessionId = await legDay();
    const about = { organizationId: organizations.ironHarbour, to: [ana.id], sessionId };
    await inTransaction(app().db, async (tx) => {
      const joined = { ...about, kind: 'session_joined', fold: `joined:${sessionId}` } as const;
      tell(tx, notification({ ...joined, actorId: ben.id }), notification({ ...joined, actorId: cleo.id }));
      tell(tx, notification({ ...about, kind: 'session_left', actorId: cleo.id, to: [ana.id, ben.id] }));
    });
    const { body } = await (await app().as(ana)).listNotifications();
    expect(body.results).toMatchObject([{ title: 'Cleo left Leg day' }, { kind: 'session_joined', actor_count: 2 }]);
    expect(await titlesFor(ben)).toEqual(['Cleo left Leg day']);
  });

  test('folds twenty concurrent ones into one', async () => {
    const { ana, ben, cleo, finn } = app().cast;
    const sessionId = await legDay();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        notify({
          kind: 'session_joined',
          to: n % 3 ? [ana.id, finn.id] : [finn.id, ana.id],
          actorId: n % 2 ? ben.id : cleo.id,
          sessionId,
          fold: 'f',
        }),
      ),
    );
    const { body } = await (await app().as(ana)).listNotifications();
    expect(body.results).toMatchObject([{ actor_count: 2 }]);
    expect(body.count).toBe(1);
  });

  test('respects switched-off kinds, and mails members who opted in, once', async () => {
    const { ana, ben, cleo } = app().cast;
    const sessionId = await legDay();
    // Only to a verified address.
    await app().db.updateTable('users').set({ email_verified: true }).where('id', '=', cleo.id).execute();
    const quiet = await app().as(ben);
    await quiet.updateMyPreferences({ body: { notifications: { session_changed: { in_app: false } } } });
    const eager = await app().as(cleo);
    await eager.updateMyPreferences({ body: { notifications: { session_changed: { email: true } } } });
    await notify({ kind: 'session_changed', to: [ana.id, ben.id, cleo.id], sessionId });
    expect(await titlesFor(ben)).toEqual([]);
    expect(await titlesFor(cleo)).toEqual(['Leg day has new details']);
    expect(await app().mailsTo(cleo.email)).toEqual([]);
    await sendDigests(app());
    expect((await app().mailsTo(cleo.email)).map(({ subject }) => subject)).toEqual(['Leg day has new details']);
    expect(await app().mailsTo(ben.email)).toEqual([]);
  });

  test('writes times in mails by the clock of the language the member last signed in with', async () => {
    const { visitor, cast, db } = app();
    const { finn } = cast;
    const sessionId = await legDay();
    await db
      .insertInto('notification_preferences')
      .values({ user_id: finn.id, kind: 'session_changed', channel: 'email', enabled: true })
      .execute();
    const data = { changed: ['start_time'], starts_local: '2026-11-24T18:30' };
    const given = async (language: string) => {
      const credentials = { body: { email: finn.email, password: castPassword } };
      await visitor.login({ ...credentials, headers: { 'accept-language': language } });
      await notify({ kind: 'session_changed', to: [finn.id], sessionId, data });
      await sendDigests(app());
      return (await app().mailsTo(finn.email))[0]?.subject.replaceAll('\u202f', ' ');
    };
    expect(await given('en-US,en;q=0.8')).toBe('Leg day moved to Tue Nov 24, 6:30 PM');
    expect(await given('en-GB')).toBe('Leg day moved to Tue 24 Nov, 18:30');
    expect(await given('*')).toBe('Leg day moved to Tue 24 Nov, 18:30');
    await db.updateTable('users').set({ timezone: 'Europe/London' }).where('id', '=', finn.id).execute();
    expect(await given('en-GB')).toBe('Leg day moved to Tue 24 Nov, 18:30 Sydney time');
  });
});
