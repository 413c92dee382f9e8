import { dailyLimits, strangerMails } from '@spotter/contract/limits.ts';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { addInviteCode } from '#testing/invites.ts';
import { sendSetupInvitations } from './setup-invitations.jobs.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

const [young, week, month] = dailyLimits.stranger_mails;
/** What the job leaves for single invites. */
const KEPT = 5;

/** A new organization whose only member, its owner, has answered a mail. */
beforeEach(async () => {
  const { db, cast } = app();
  await db.deleteFrom('rate_limits').execute();
  await db.deleteFrom('mails').execute();
  await db.deleteFrom('setup_invitations').execute();
  await db
    .updateTable('organizations')
    .set({ created_at: sql`now()`, mail_limit_lifted: false })
    .where('id', '=', cast.organizations.nightShift)
    .execute();
  await db
    .deleteFrom('users')
    .where('organization_id', '=', cast.organizations.nightShift)
    .where('email', 'like', '%@rows.example')
    .execute();
});

const organizationId = () => app().cast.organizations.nightShift;
const owner = () => app().as(app().cast.nora);
const answers = async () =>
  (
    await app()
      .db.selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId())
      .where('email_verified', '=', true)
      .where('email_vouched', '=', false)
      .execute()
  ).length;
const mostFor = async (level: { most: number }) => level.most + strangerMails.perAnswer * (await answers());

const rows = (count: number) => ({
  kind: 'members' as const,
  gym_id: app().cast.gyms.shoreditch,
  file: new File(
    [`Email,First Name\n${Array.from({ length: count }, () => `${newId()}@rows.example,Kim`).join('\n')}`],
    'rows.csv',
  ),
});

/** As the timetable of the queue would, in some minutes. */
async function sendMore(): Promise<void> {
  const { db, runJobs } = app();
  await enqueue(db, sendSetupInvitations, { organization_id: organizationId() });
  await runJobs();
}
const welcomes = async () =>
  (await app().db.selectFrom('mails').select('to_address').where('kind', '=', 'welcome').execute()).length;
const nextDay = () => app().db.updateTable('rate_limits').set({ resets_at: new Date() }).execute();
const create = async (email = `${newId()}@rows.example`) =>
  (await owner()).createUser({ body: { email, first_name: 'Kim', last_name: 'Lee' } });

test('an import makes every account, and its mails go out over the days', async () => {
  const most = await mostFor(young);
  const made = await (await owner()).runImport({ body: rows(70) });
  expect([made.status, made.body.made]).toEqual([201, 70]);
  await app().runJobs();
  await sendMore();
  expect(await welcomes()).toBe(most - KEPT);
  expect((await (await owner()).getMailQuota()).body).toEqual({
    used: most - KEPT,
    most,
    resets_at: expect.any(String),
    waiting: 70 - most + KEPT,
    goes_today: 0,
  });
  await nextDay();
  await sendMore();
  expect(await welcomes()).toBe(2 * (most - KEPT));
});

test('an organization that is switched off invites nobody, and goes on when it is back', async () => {
  const set = (is_active: boolean) =>
    app().db.updateTable('organizations').set({ is_active }).where('id', '=', organizationId()).execute();
  await (await owner()).runImport({ body: rows(3) });
  await set(false);
  await app().runJobs();
  expect(await welcomes()).toBe(0);
  await set(true);
  // No new job: the one that found it switched off looks again.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app().db);
  await app().runJobs();
  expect(await welcomes()).toBe(3);
});

test('a few mails of the day stay for single invites, then 429 says when there is more', async () => {
  await (await owner()).runImport({ body: rows(70) });
  await app().runJobs();
  for (let invited = 0; invited < KEPT; invited += 1) expect((await create()).status).toBe(201);
  const refused = await create();
  expect([refused.status, refused.error.code, refused.error.error]).toEqual([
    429,
    'too_many_requests',
    'Your gym has invited a lot of new people today. You can invite more in 24 hours.',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  const { cast } = app();
  const eve = await app().as(cast.eve);
  expect((await eve.generatePlatformInvite({ body: { email: 'stranger@rows.example' } })).status).toBe(429);
  // The link itself, and a mail to someone who has answered one, are no mails to strangers.
  expect((await eve.generatePlatformInvite({ body: {} })).status).toBe(200);
  expect((await eve.generatePlatformInvite({ body: { email: cast.nora.email } })).status).toBe(200);
  await nextDay();
  expect((await create()).status).toBe(201);
});

test('answers raise the limit to four times what the age allows, and no further', async () => {
  const { db, cast } = app();
  const answer = (members: number) =>
    db
      .insertInto('users')
      .values(
        Array.from({ length: members }, () => ({
          ...{ id: newId(), organization_id: organizationId(), role: 'regular_user' as const, email_verified: true },
          ...{ email: `${newId()}@rows.example`, first_name: 'Kim', last_name: 'Lee' },
        })),
      )
      .execute();
  const quota = async () => (await (await owner()).getMailQuota()).body.most;
  const before = await quota();
  await answer(1);
  expect(await quota()).toBe(before! + strangerMails.perAnswer);
  const enough = (strangerMails.mostTimes * young.most) / strangerMails.perAnswer;
  await answer(enough);
  const most = young.most * (1 + strangerMails.mostTimes);
  expect(await quota()).toBe(most);
  await answer(20);
  expect(await quota()).toBe(most);
  await db
    .insertInto('rate_limits')
    .values({ bucket: `stranger_mails:${organizationId()}`, used: most - 1, resets_at: new Date(Date.now() + 60_000) })
    .execute();
  expect([(await create()).status, (await create()).status]).toEqual([201, 429]);
  // Another organization's answers are none of theirs.
  const { body } = await (await app().as(cast.olga)).getMailQuota();
  expect(body.most).not.toBe(most);
});

test('a member whom staff vouch for mails on the limit of the organization', async () => {
  const { db, cast } = app();
  const eve = await app().as(cast.eve);
  const invite = async () => (await eve.generatePlatformInvite({ body: { email: `${newId()}@rows.example` } })).status;
  const verified = (email_verified: boolean, email_vouched = false) =>
    db.updateTable('users').set({ email_verified, email_vouched }).where('id', '=', cast.eve.id).execute();
  onTestFinished(async () => void (await verified(true)));
  await verified(false);
  expect(await invite()).toBe(403);
  expect((await (await owner()).verifyUserEmail({ params: { id: cast.eve.id } })).status).toBe(200);
  expect(await invite()).toBe(200);
  expect((await (await owner()).getMailQuota()).body.used).toBe(1);
});

test('invites at once never exceed the day', async () => {
  const most = await mostFor(young);
  const made = await Promise.all(Array.from({ length: most + 4 }, () => create()));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(most);
  expect(made.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(await welcomes()).toBe(most);
});

test('grows with age and with answers, not with addresses that staff call verified', async () => {
  const { db, cast } = app();
  const most = async () => (await (await owner()).getMailQuota()).body.most;
  const before = await mostFor(young);
  expect(await most()).toBe(before);
  const { body } = await create('answers@rows.example');
  await (await owner()).verifyUserEmail({ params: { id: body.id } });
  expect(await most()).toBe(before);
  const [mail] = await app().mailsTo('answers@rows.example');
  const password = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')![0];
  expect((await app().visitor.login({ body: { email: 'answers@rows.example', password } })).status).toBe(200);
  expect(await most()).toBe(before + strangerMails.perAnswer);
  const bonus = before + strangerMails.perAnswer - young.most;
  for (const level of [week, month]) {
    await db
      .updateTable('organizations')
      .set({ created_at: sql`now() - make_interval(days => ${level.fromDay})` })
      .where('id', '=', cast.organizations.nightShift)
      .execute();
    expect(await most()).toBe(level.most + bonus);
  }
});

test('a super admin lifts the limit, which is logged, and what waits goes out', async () => {
  const { db, cast } = app();
  await (await owner()).runImport({ body: rows(70) });
  await app().runJobs();
  const params = { id: organizationId() };
  const byOwner = await (await owner()).updateOrganization({ params, body: { mail_limit_lifted: true } });
  expect([byOwner.status, byOwner.error.code]).toEqual([403, 'access_denied']);

  const sam = await app().as(cast.sam);
  const mailsOf = async () =>
    (await sam.listOrganizations()).body.results.find(({ id }) => id === params.id)?.stranger_mails;
  const most = await mostFor(young);
  expect(await mailsOf()).toEqual({ used: most - KEPT, most, is_lifted: false });
  expect((await sam.updateOrganization({ params, body: { mail_limit_lifted: true } })).status).toBe(200);
  expect(await mailsOf()).toEqual({ used: most - KEPT, most: null, is_lifted: true });
  expect((await (await owner()).listOrganizations()).body.results[0]?.stranger_mails).toBeNull();
  const { data } = await db
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'organization.updated')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(data).toEqual({ mail_limit_lifted: true });
  const log = (await (await owner()).listAuditLog()).body.results[0];
  expect(JSON.stringify(log)).toContain('lifted the daily limit of invite emails');

  await sendMore();
  await sendMore();
  expect(await welcomes()).toBe(70);
  expect((await create()).status).toBe(201);
});

test('a new setup code for a stranger counts, and a password told in person needs no mail', async () => {
  const { db } = app();
  const { body } = await create('reset@rows.example');
  await db.updateTable('rate_limits').set({ used: 2000 }).where('bucket', 'like', 'stranger_mails:%').execute();
  const admin = await owner();
  const params = { id: body.id };
  await db.deleteFrom('mails').execute();
  expect((await admin.resetUserPassword({ params, body: {} })).status).toBe(429);
  expect((await admin.resetUserPassword({ params, body: { password: 'six green doors' } })).status).toBe(204);
  expect(await app().mailsTo('reset@rows.example')).toEqual([]);
});

test("codes for people who sign up carry the gym's name for so many strangers a day, and then Spotter's", async () => {
  const { db, visitor, mailsTo } = app();
  const [{ most }] = dailyLimits.branded_codes;
  const code = await addInviteCode(db, organizationId());
  const texts: string[] = [];
  for (let person = 0; person < most + 2; person++) {
    const email = `${newId()}@rows.example`;
    const { status } = await visitor.registerWithInvite({
      body: {
        ...{ email, password: castPassword, password_confirm: castPassword, first_name: 'Kim', last_name: 'Lo' },
        ...{ invite_type: 'org', invite_code: code },
      },
    });
    expect(status).toBe(201);
    texts.push((await mailsTo(email))[0]?.text ?? '');
  }
  expect(texts.filter((text) => text.includes('Night Shift'))).toHaveLength(most);
  expect(texts.slice(most).every((text) => text.includes('Spotter') && !text.includes('Night Shift'))).toBe(true);
  // Invites by staff count apart.
  expect((await (await owner()).getMailQuota()).body.used).toBe(0);
});
