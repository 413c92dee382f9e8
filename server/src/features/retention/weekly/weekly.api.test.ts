import { beforeEach, expect, test } from 'vitest';
import { refreshFigures } from '#features/analytics/index.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { thingToTry } from './weekly.mails.ts';
import { sendDueWeeklyMails } from './weekly-mail.jobs.ts';

const app = useTestApp();

/** Monday 9 November 2026, 07:30 in Sydney. */
const monday = new Date('2026-11-08T20:30:00Z');
const HOUR = 3_600_000;

beforeEach(async () => {
  const { db } = app();
  for (const table of ['weekly_mails', 'mails', 'sessions', 'notification_settings', 'member_risks'] as const)
    await db.deleteFrom(table).execute();
});

const send = (now: Date) => {
  const { db, connection, config, log } = app();
  return sendDueWeeklyMails({ db, inside: connection.inside, config, now, log });
};
const mailsTo = (email: string) =>
  app().db.selectFrom('mails').selectAll().where('to_address', '=', email).where('kind', '=', 'weekly').execute();

/** Sessions of three people each, so many hours before that Monday morning. */
async function hold(...hoursBefore: number[]) {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  for (const hours of hoursBefore) {
    const id = newId();
    const starts_at = new Date(monday.getTime() - hours * HOUR);
    await db
      .insertInto('sessions')
      .values({
        ...{ organization_id, id, gym_id: cast.gyms.barangaroo, creator_id: cast.ana.id, workout_type: 'strength' },
        ...{ title: 'Leg day', starts_at, ends_at: new Date(starts_at.getTime() + HOUR) },
      })
      .execute();
    await db
      .insertInto('session_participants')
      .values(
        [cast.ana, cast.ben, cast.cleo].map(({ id: user_id }) => ({
          ...{ organization_id, session_id: id, user_id },
          attended: user_id === cast.cleo.id ? false : null,
        })),
      )
      .execute();
  }
}

async function addRisk() {
  const { db, cast } = app();
  const facts = {
    ...{ days_away: 19, recent: 0, usual: 2, booked: false, weeks_here: 40, friends_training: 1, friends_stopped: 0 },
    ...{ is_new: false, usual_gap: 3, longest_gap: 9 },
    ...{ partner_stopped: true, invites_answered: 0, invites_unanswered: 0 },
  };
  await db
    .insertInto('member_risks')
    .values({
      ...{ organization_id: cast.organizations.ironHarbour, user_id: cast.ana.id, probability: 0.8 },
      ...{ facts: JSON.stringify(facts), last_session_at: new Date(Date.now() - 19 * 24 * HOUR) },
    })
    .execute();
}

test('says what happened against the week before, whom to talk to, and one thing to try', async () => {
  const { cast } = app();
  // Two sessions last week; one in the week before, seven days and a few hours ago; one is of this Monday.
  await hold(30, 60, 24 * 8, 1);
  await addRisk();
  await enqueue(app().db, refreshFigures, {});
  await app().runJobs();
  await send(monday);
  const [mail] = await mailsTo(cast.olga.email);
  expect(mail).toMatchObject({ subject: 'Your week at Iron Harbour', about_ids: [cast.ana.id] });
  expect(mail!.text).toContain('2 sessions (1 more than the week before), 6 spots taken (3 more than the week before)');
  expect(mail!.text).toContain('2 active members (as many as the week before)');
  expect(mail!.text).toContain('Ana Alvarez: Slipping. Trained twice a week');
  expect(mail!.text).toContain('their usual partner stopped too');
  expect(mail!.text).toContain(`/members-at-risk?member=${cast.ana.id}`);
  expect(mail!.text).toMatch(/One thing to try: \w/);
  expect(mail!.html).toContain(`/members-at-risk?member=${cast.ana.id}`);
});

test('goes out once a week, on Monday morning by the clock of the gym, to owners only', async () => {
  const { cast } = app();
  await hold(30);
  const at = (hours: number) => new Date(monday.getTime() + hours * HOUR);
  for (const hours of [-1, 6, 24, -24]) await send(at(hours));
  expect(await mailsTo(cast.olga.email)).toHaveLength(0);
  await Promise.all([send(monday), send(monday), send(at(0.1))]);
  await send(at(1));
  expect(await mailsTo(cast.olga.email)).toHaveLength(1);
  expect(await mailsTo(cast.finn.email)).toHaveLength(0);
  // Nothing happened at the other organization.
  expect(await mailsTo(cast.nora.email)).toHaveLength(0);
  await send(at(7 * 24));
  expect(await mailsTo(cast.olga.email)).toHaveLength(2);
});

test('is not sent again when a member it names deletes their account', async () => {
  const { db, cast } = app();
  await hold(30);
  await send(monday);
  await db.updateTable('mails').set({ dedupe_key: null }).execute();
  await send(monday);
  expect(await mailsTo(cast.olga.email)).toHaveLength(1);
});

test('can be switched off and on by the owner', async () => {
  const { cast } = app();
  await hold(30);
  const olga = await app().as(cast.olga);
  expect((await olga.getMyPreferences()).body.weekly_mail).toBe(true);
  expect((await olga.updateMyPreferences({ body: { weekly_mail: false } })).body.weekly_mail).toBe(false);
  await send(monday);
  expect(await mailsTo(cast.olga.email)).toHaveLength(0);
  await olga.updateMyPreferences({ body: { weekly_mail: true } });
  await send(monday);
  expect(await mailsTo(cast.olga.email)).toHaveLength(1);
});

test('the thing to try follows from the week', () => {
  const figure = (value: number | null) => ({ value, previous: 0 });
  const none = figure(0);
  const figures = { sessions: none, joins: none, active_members: none, new_members: none, fill_rate: figure(null) };
  const hints = { new_without_session: 0, full_sessions: 0, fullest: null };
  const news = { figures, hints, outcome: { tried: 0, came_back: 0 }, atRisk: [] };
  expect(thingToTry({ ...news, hints: { ...hints, new_without_session: 2 } })).toMatch(/^2 new members haven't joined/);
  const full = { new_without_session: 0, full_sessions: 3, fullest: 'Leg day' };
  expect(thingToTry({ ...news, hints: full })).toMatch(/^3 sessions were full last week, Leg day/);
  const quiet = { ...figures, sessions: figure(9), fill_rate: figure(22.2) };
  expect(thingToTry({ ...news, figures: quiet })).toMatch(/^Sessions were 22% full/);
  expect(thingToTry({ ...news, outcome: { tried: 12, came_back: 7 } })).toMatch(/^7 of 12 members/);
  expect(thingToTry(news)).toMatch(/^Ask a regular/);
});
