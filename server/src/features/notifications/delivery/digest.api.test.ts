import { beforeEach, expect, test } from 'vitest';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { useTestApp } from '#testing/app.ts';
import { sendDigests } from '#testing/digests.ts';
import { addSession } from '#testing/test-data.ts';
import { type NewNotification, notification } from '../notification.events.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db, cast } = app();
  for (const table of ['notifications', 'mails', 'notification_preferences', 'notification_settings'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', cast.ben.id).execute();
  const kinds = ['session_changed', 'session_cancelled', 'session_joined', 'message', 'session_starts_soon'];
  await db
    .insertInto('notification_preferences')
    .values(kinds.map((kind) => ({ user_id: cast.ben.id, kind, channel: 'email', enabled: true })))
    .execute();
});

const notify = (given: Omit<NewNotification, 'organizationId' | 'to'>) =>
  inTransaction(app().db, async (tx) => {
    const { organizations, ben } = app().cast;
    tell(tx, notification({ organizationId: organizations.ironHarbour, to: [ben.id], ...given }));
  });
const session = (title: string, minutes: number) => {
  const { cast, db } = app();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], title, in: minutes });
};
const mails = async () => (await app().mailsTo(app().cast.ben.email)).map(({ subject, text }) => ({ subject, text }));

test('sends one mail a day with everything that is still unread, and nothing twice', async () => {
  const { ana } = app().cast;
  const nextWeek = 7 * 24 * 60;
  await notify({ kind: 'session_changed', sessionId: await session('Leg day', nextWeek) });
  await notify({ kind: 'session_changed', sessionId: await session('Pull day', nextWeek) });
  await notify({ kind: 'session_changed', sessionId: await session('Read day', nextWeek) });
  const { id } = (await (await app().as(ana)).openDirectConversation({ body: { user_id: app().cast.ben.id } })).body;
  await (await app().as(ana)).sendMessage({ params: { id }, body: { content: 'A secret' } });
  expect(await mails()).toEqual([]);

  const ben = await app().as(app().cast.ben);
  const { results } = (await ben.listNotifications()).body;
  const read = results.find(({ title }) => title.startsWith('Read day'));
  await ben.markNotificationRead({ params: { id: read?.id ?? '' } });
  await sendDigests(app());
  const [digest, ...others] = await mails();
  expect(others).toEqual([]);
  expect(digest?.subject).toMatch(/^3 updates from /);
  expect(digest?.text).toContain(
    ['Ana sent you a message', 'Pull day has new details', 'Leg day has new details'].join('\n\n'),
  );
  expect(digest?.text).toContain('/app?open=notifications');
  for (const hidden of ['A secret', 'Read day']) expect(digest?.text).not.toContain(hidden);

  await sendDigests(app());
  expect(await mails()).toHaveLength(1);
  await notify({ kind: 'session_changed', sessionId: await session('Push day', nextWeek) });
  await sendDigests(app());
  expect((await mails())[0]?.subject).toBe('Push day has new details');
});

test('mails at once what would be too late in the daily mail', async () => {
  const digest_at = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 16);
  await app().db.insertInto('notification_settings').values({ user_id: app().cast.ben.id, digest_at }).execute();
  await app().db.updateTable('users').set({ timezone: 'UTC' }).where('id', '=', app().cast.ben.id).execute();
  await notify({ kind: 'session_cancelled', sessionId: await session('Leg day', 10) });
  await notify({ kind: 'session_joined', actorId: app().cast.cleo.id, sessionId: await session('Pull day', 10) });
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Leg day was cancelled']);
});

test('mails nobody of an organization that was switched off, also not what was queued before', async () => {
  const { db, cast } = app();
  const set = (is_active: boolean) =>
    db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.ironHarbour).execute();
  await notify({ kind: 'session_changed', sessionId: await session('Leg day', 7 * 24 * 60) });
  await app().runJobs();
  await set(false);
  await sendDigests(app());
  expect(await mails()).toEqual([]);
  const queued = { to: cast.ben.email, organizationId: cast.organizations.ironHarbour, text: '', html: '' };
  for (const kind of ['digest', 'password_changed']) await queueMail(db, { ...queued, kind, subject: kind });
  await app().runJobs();
  const sent = db.selectFrom('mails').select(['kind', 'last_error']).where('sent_at', 'is not', null);
  expect(await sent.execute()).toEqual([{ kind: 'password_changed', last_error: null }]);
  const withheld = db.selectFrom('mails').select('last_error').where('failed_at', 'is not', null);
  expect(await withheld.execute()).toEqual([{ last_error: 'Not sent: the organization is switched off or deleted' }]);
  await set(true);
  // What waited is dropped rather than sent late.
  await sendDigests(app());
  expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual(['digest', 'password_changed']);
});

test('drops what waits when the member switches it off', async () => {
  await notify({ kind: 'session_changed', sessionId: await session('Leg day', 7 * 24 * 60) });
  await (await app().as(app().cast.ben)).updateMyPreferences({
    body: { notifications: { session_changed: { email: false } } },
  });
  await sendDigests(app());
  expect(await mails()).toEqual([]);
});

test('mails a kind that is off in the app, also after everything in the app was marked read', async () => {
  const ben = await app().as(app().cast.ben);
  await ben.updateMyPreferences({ body: { notifications: { session_changed: { in_app: false } } } });
  await notify({ kind: 'session_changed', sessionId: await session('Leg day', 7 * 24 * 60) });
  await ben.markAllNotificationsRead();
  await sendDigests(app());
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Leg day has new details']);
});

test('saves quiet hours and the time of the daily mail, and refuses times that are none', async () => {
  const ben = await app().as(app().cast.ben);
  const usual = { quiet_hours: { enabled: true, from: '22:00', until: '07:00' }, digest_time: '08:00' };
  expect((await ben.getMyPreferences()).body).toMatchObject({ ...usual, push_key: app().config.PUSH_PUBLIC_KEY });
  const quiet_hours = { enabled: false, from: '21:30', until: '06:15' };
  expect((await ben.updateMyPreferences({ body: { quiet_hours } })).body).toMatchObject({ ...usual, quiet_hours });
  await ben.updateMyPreferences({ body: { digest_time: '18:45' } });
  expect((await ben.getMyPreferences()).body).toMatchObject({ quiet_hours, digest_time: '18:45' });
  const refused = async (body: object) => (await ben.updateMyPreferences({ body: body as never })).error.details;
  expect(Object.keys((await refused({ digest_time: '25:00' })) ?? {})).toEqual(['digest_time']);
  for (const until of ['21:30', '21:29', '20:31'])
    expect(Object.keys((await refused({ quiet_hours: { ...quiet_hours, until } })) ?? {})).toEqual([
      'quiet_hours.until',
    ]);
  expect(await refused({ quiet_hours: { ...quiet_hours, until: '20:30' } })).toBeUndefined();
});
