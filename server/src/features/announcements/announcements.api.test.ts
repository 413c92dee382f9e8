import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { countReaders } from './count-readers.jobs.ts';
import { sendAnnouncement, sendDueAnnouncements } from './send-announcement.jobs.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

beforeEach(async () => {
  const { db } = app();
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('announcements').execute();
});

const news = { title: 'New squat racks', body: 'Two more from Monday.\n\nCome and try them.' };
const toldOf = async (person: CastMember) =>
  (await (await app().as(person)).listNotifications()).body.results.filter(({ kind }) => kind === 'announcement');
const toldIds = async () =>
  (await app().db.selectFrom('notifications').select('user_id').where('kind', '=', 'announcement').execute()).map(
    ({ user_id }) => user_id,
  );
async function addGymAdmin(gym_id: string) {
  const { cast, db } = app();
  const organization_id = cast.organizations.ironHarbour;
  const author = { ...cast.finn, id: newId(), email: `${newId()}@ironharbour.example` };
  const { id, email } = author;
  await db
    .insertInto('users')
    .values({ id, email, organization_id, first_name: 'Gus', role: 'gym_admin', email_verified: true })
    .execute();
  await db.insertInto('user_gyms').values({ organization_id, user_id: id, gym_id, manages: true }).execute();
  return { organization_id, author };
}
const only = async () => (await (await olga()).listAnnouncements()).body.results[0]!;

describe('an announcement', () => {
  test('reaches every active member but its author, opens its whole text, and counts who read it', async () => {
    const { cast, db } = app();
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.ben.id).execute();
    const admin = await olga();
    const { recipients } = (await admin.countAnnouncementRecipients()).body;
    const { status, body } = await admin.createAnnouncement({ body: news });
    expect([status, body]).toMatchObject([
      201,
      { ...news, status: 'sending', gym: null, author: { id: cast.olga.id } },
    ]);
    await app().runJobs();
    expect((await toldIds()).toSorted()).toEqual(
      [cast.ana, cast.cleo, cast.dov, cast.finn].map(({ id }) => id).toSorted(),
    );
    expect(await only()).toMatchObject({ status: 'sent', recipients, read_count: 0 });
    const [told] = await toldOf(cast.ana);
    expect(told).toMatchObject({
      title: news.title,
      body: 'Two more from Monday. Come and try them.',
      url: `/app?open=announcement&id=${body.id}`,
      actor: null,
    });
    const ana = await app().as(cast.ana);
    const { body: opened } = await ana.getAnnouncement({ params: { id: body.id } });
    expect(opened).toMatchObject({ ...news, gym: null, unread_notification_id: told!.id });
    await ana.markNotificationRead({ params: { id: told!.id } });
    expect((await ana.getAnnouncement({ params: { id: body.id } })).body.unread_notification_id).toBeNull();
    expect(await only()).toMatchObject({ recipients: 4, read_count: 1 });
    await db.updateTable('users').set({ is_active: true }).where('id', '=', cast.ben.id).execute();
  });

  test('begins with whole characters in a notification', async () => {
    const body = `${'a'.repeat(198)}${'💪'.repeat(5)}`;
    await (await olga()).createAnnouncement({ body: { ...news, body } });
    await app().runJobs();
    expect((await toldOf(app().cast.ana))[0]?.body).toBe(`${'a'.repeat(198)}💪…`);
  });

  test('counts every reader once, before and after the job has counted them', async () => {
    const { cast, db } = app();
    const { body } = await (await olga()).createAnnouncement({ body: news });
    await app().runJobs();
    const read = (person: CastMember, minutesAgo: number) =>
      db
        .updateTable('notifications')
        .set({ read_at: new Date(Date.now() - minutesAgo * 60_000) })
        .where('user_id', '=', person.id)
        .execute();
    const count = async () => {
      await enqueue(db, countReaders, {});
      await app().runJobs();
      const { reads } = await db
        .selectFrom('announcements')
        .select('reads')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow();
      return [reads, (await only()).read_count];
    };
    await read(cast.ana, 60);
    await read(cast.ben, 1);
    expect((await only()).read_count).toBe(2);
    expect(await count()).toEqual([1, 2]);
    expect(await count()).toEqual([1, 2]);
    await read(cast.cleo, 0);
    expect(await count()).toEqual([1, 3]);
  });

  test('to one location reaches those who can use it', async () => {
    const { cast, db } = app();
    const gym_id = cast.gyms.fremantle;
    const { organization_id } = { organization_id: cast.organizations.ironHarbour };
    await db.insertInto('user_gyms').values({ organization_id, user_id: cast.dov.id, gym_id }).execute();
    const finn = await app().as(cast.finn);
    expect((await finn.createAnnouncement({ body: { ...news, gym_id } })).error.code).toBe('gym_not_found');
    const { body } = await (await olga()).createAnnouncement({ body: { ...news, gym_id } });
    await app().runJobs();
    expect(await toldIds()).toEqual([cast.dov.id]);
    expect((await (await app().as(cast.cleo)).getAnnouncement({ params: { id: body.id } })).error.code).toBe(
      'announcement_not_found',
    );
    await db.deleteFrom('user_gyms').where('gym_id', '=', gym_id).where('user_id', '=', cast.dov.id).execute();
    expect((await (await app().as(cast.dov)).getAnnouncement({ params: { id: body.id } })).body.title).toBe(news.title);
  });

  test('respects members who switched gym news off', async () => {
    const { cast } = app();
    const cleo = await app().as(cast.cleo);
    await cleo.updateMyPreferences({ body: { notifications: { announcement: { in_app: false } } } });
    await (await olga()).createAnnouncement({ body: news });
    await app().runJobs();
    expect(await toldOf(cast.cleo)).toEqual([]);
    await cleo.updateMyPreferences({ body: { notifications: { announcement: { in_app: true } } } });
  });

  test('is sent in batches of bounded size, and once to each, also when the job runs again', async () => {
    const { cast, db } = app();
    const crowd = await addCrowd(db, cast, 1200);
    const { body } = await (await olga()).createAnnouncement({ body: news });
    await app().runJobs();
    const again = { organization_id: cast.organizations.ironHarbour, id: body.id };
    await enqueue(db, sendAnnouncement, again);
    await app().runJobs();
    // The members of a batch share the moment of its transaction.
    const { rows } = await sql<{ told: number }>`
      select count(*)::int as told from notifications group by created_at order by created_at`.execute(db);
    expect(rows.map(({ told }) => told)).toEqual([500, 500, 205]);
    expect(new Set(await toldIds()).size).toBe(1205);
    expect(await db.selectFrom('announcements').select('told_until').execute()).toEqual([{ told_until: null }]);
    const events = await db
      .selectFrom('live_events')
      .select('user_ids')
      .where('type', '=', 'notification.created')
      .execute();
    expect(events.every(({ user_ids }) => (user_ids?.length ?? 0) <= 500)).toBe(true);
    await db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        crowd.map(({ id }) => id),
      )
      .execute();
  });

  test('goes on where a broken run stopped', async () => {
    const { cast, db } = app();
    const { body } = await (await olga()).createAnnouncement({ body: { ...news, send_at: inAnHour() } });
    const order = [cast.ana, cast.ben, cast.cleo, cast.dov, cast.finn].map(({ id }) => id).toSorted();
    await db
      .updateTable('announcements')
      .set({ status: 'sending', send_at: new Date(), told_until: order[2]!, recipients: 3 })
      .where('id', '=', body.id)
      .execute();
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect((await toldIds()).toSorted()).toEqual(order.slice(3));
    expect(await only()).toMatchObject({ status: 'sent', recipients: 5 });
  });
});

describe('a scheduled announcement', () => {
  test('waits, can be changed and cancelled, and then never goes out', async () => {
    const { cast, db } = app();
    const admin = await olga();
    const send_at = inAnHour();
    const { body } = await admin.createAnnouncement({ body: { ...news, send_at } });
    expect(body).toMatchObject({ status: 'scheduled', send_at: expect.any(String), recipients: 0 });
    expect(Date.parse(body.send_at)).toBe(Date.parse(send_at));
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect(await toldIds()).toEqual([]);
    const params = { id: body.id };
    expect((await (await app().as(cast.ana)).getAnnouncement({ params })).error.code).toBe('announcement_not_found');
    const changed = await admin.updateAnnouncement({ params, body: { title: 'Newer racks', version: body.version } });
    expect(changed.body).toMatchObject({ title: 'Newer racks', body: news.body, version: body.version + 1 });
    const late = await admin.updateAnnouncement({ params, body: { title: 'Mine', version: body.version } });
    expect(late.error.code).toBe('changed_meanwhile');
    expect((await admin.cancelAnnouncement({ params })).body.status).toBe('cancelled');
    await db
      .updateTable('announcements')
      .set({ send_at: new Date(0) })
      .execute();
    await enqueue(db, sendAnnouncement, { organization_id: cast.organizations.ironHarbour, id: body.id });
    await app().runJobs();
    expect(await toldIds()).toEqual([]);
    expect((await admin.cancelAnnouncement({ params })).error.code).toBe('announcement_sent');
    const actions = await db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', body.id)
      .orderBy('created_at')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'announcement.scheduled',
      'announcement.updated',
      'announcement.cancelled',
    ]);
  });

  test('goes out when its time has come', async () => {
    const { db } = app();
    await (await olga()).createAnnouncement({ body: { ...news, send_at: inAnHour() } });
    await db.updateTable('announcements').set({ send_at: new Date() }).execute();
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect((await toldIds()).length).toBe(5);
    expect(await only()).toMatchObject({ status: 'sent', recipients: 5 });
  });

  test.each([
    ['was deactivated', { is_active: false }],
    ['was demoted', { role: 'regular_user' }],
    ['lost the location', { manages: false }],
    ['was deleted', null],
  ])('is cancelled when its author %s', async (_, change) => {
    const { cast, db } = app();
    const gym_id = cast.gyms.barangaroo;
    const { organization_id, author } = await addGymAdmin(gym_id);
    const { body } = await (await app().as(author)).createAnnouncement({
      body: { ...news, gym_id, send_at: inAnHour() },
    });
    if (change === null) await (await olga()).deleteUser({ params: { id: author.id } });
    else if ('manages' in change)
      await db.updateTable('user_gyms').set(change).where('user_id', '=', author.id).execute();
    else await db.updateTable('users').set(change).where('id', '=', author.id).execute();
    await db.updateTable('announcements').set({ send_at: new Date() }).execute();
    await enqueue(db, sendDueAnnouncements, {});
    await enqueue(db, sendAnnouncement, { organization_id, id: body.id });
    await app().runJobs();
    expect([(await only()).status, await toldIds()]).toEqual(['cancelled', []]);
    await db.deleteFrom('users').where('id', '=', author.id).execute();
  });

  test.each([
    ['was switched off', { is_active: false }],
    ['was deleted', { is_active: false, was_active: true, deleted_at: new Date() }],
  ])('is cancelled when its organization %s', async (_, change) => {
    const { cast, db } = app();
    const set = (values: object) =>
      db.updateTable('organizations').set(values).where('id', '=', cast.organizations.ironHarbour).execute();
    await (await olga()).createAnnouncement({ body: { ...news, send_at: inAnHour() } });
    await set(change);
    await db.updateTable('announcements').set({ send_at: new Date() }).execute();
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect(await toldIds()).toEqual([]);
    await set({ is_active: true, was_active: null, deleted_at: null });
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect([(await only()).status, await toldIds()]).toEqual(['cancelled', []]);
  });

  test('is still told to the rest when its organization comes back in the middle', async () => {
    const { cast, db } = app();
    const set = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.ironHarbour).execute();
    await (await olga()).createAnnouncement({ body: news });
    await set(false);
    await app().runJobs();
    expect(await toldIds()).toEqual([]);
    await set(true);
    await enqueue(db, sendDueAnnouncements, {});
    await app().runJobs();
    expect((await toldIds()).length).toBe(5);
  });

  test('can be sent at once, and not changed after that', async () => {
    const admin = await olga();
    const { body } = await admin.createAnnouncement({ body: { ...news, send_at: inAnHour() } });
    const params = { id: body.id };
    expect((await admin.updateAnnouncement({ params, body: { send_at: null } })).body.status).toBe('sending');
    await app().runJobs();
    expect((await toldIds()).length).toBe(5);
    expect((await admin.updateAnnouncement({ params, body: { title: 'Late' } })).error.code).toBe('announcement_sent');
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ body: 'x'.repeat(4001) }, 'body'],
    [{ send_at: '2020-01-01T00:00:00Z' }, 'send_at'],
    [{ send_at: 'tomorrow' }, 'send_at'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const { status, error } = await (await olga()).createAnnouncement({ body: { ...news, ...wrong } });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
  });
});

test('a gym admin announces to their own gyms alone', async () => {
  const { cast } = app();
  const wide = (await (await olga()).createAnnouncement({ body: { ...news, send_at: inAnHour() } })).body;
  const finn = await app().as(cast.finn);
  expect((await finn.createAnnouncement({ body: news })).error.details).toHaveProperty('gym_id');
  expect((await finn.countAnnouncementRecipients()).error.details).toHaveProperty('gym_id');
  const gym_id = cast.gyms.barangaroo;
  const { body: own } = await finn.createAnnouncement({ body: { ...news, gym_id, send_at: inAnHour() } });
  expect((await finn.listAnnouncements()).body.results.map(({ id }) => id)).toEqual([own.id]);
  const params = { id: wide.id };
  expect((await finn.cancelAnnouncement({ params })).error.code).toBe('announcement_not_found');
  const nora = await app().as(cast.nora);
  expect((await nora.cancelAnnouncement({ params })).error.code).toBe('announcement_not_found');
  expect((await nora.listAnnouncements()).body.count).toBe(0);
  const moved = await finn.updateAnnouncement({ params: { id: own.id }, body: { gym_id: null } });
  expect(moved.error.details).toHaveProperty('gym_id');
});

test('an announcement of Spotter support names nobody', async () => {
  const { cast } = app();
  const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
  const { body } = await inside.createAnnouncement({ body: news });
  expect(body.author).toBeNull();
  await app().runJobs();
  expect((await toldIds()).length).toBe(6);
});
