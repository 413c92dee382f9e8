import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { strangerMailsSql } from '#platform/limits.ts';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });
const olga = () => app().as(app().cast.olga);
/** The owner of another organization. */
const eve = () => app().as(app().cast.eve);
const finn = () => app().as(app().cast.finn);

beforeAll(async () => {
  const { db, cast } = app();
  await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.eve.id).execute();
});

const invites = async (emails: string[], more: object = {}) =>
  (await olga()).mailInvites({ body: { emails, ...more } });
const codesTo = (email: string) =>
  app().db.selectFrom('invite_codes').selectAll().where('mailed_to', '=', email).execute();

test('gives each person a code of their own, which works once and is found by their address', async () => {
  const { cast, visitor } = app();
  const emails = ['New1@x.example', 'new2@x.example', 'new1@x.example', cast.ana.email];
  const { status, body } = await invites(emails, { gym_id: cast.gyms.fremantle });
  expect(status).toBe(200);
  expect(body).toEqual({
    results: [
      { email: 'new1@x.example', outcome: 'sent' },
      { email: 'new2@x.example', outcome: 'sent' },
      { email: cast.ana.email, outcome: 'member' },
    ],
    more_at: null,
  });
  const [code, ...others] = await codesTo('new1@x.example');
  expect(others).toEqual([]);
  expect(code).toMatchObject({ max_uses: 1, gym_id: cast.gyms.fremantle, is_active: true });
  expect(code!.expires_at!.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect((await visitor.validateInviteCode({ body: { code: code!.code } })).body.valid).toBe(true);
  const [mail] = await app().mailsTo('new1@x.example');
  expect(mail?.subject).toBe("You're invited to Fremantle");
  expect(mail?.text).toContain(`/i/org/${code!.code}`);
  expect(await app().mailsTo(cast.ana.email)).toEqual([]);
  const { body: found } = await (await olga()).listInviteCodes({ query: { search: 'NEW1@x' } });
  expect(found.results.map(({ mailed_to }) => mailed_to)).toEqual(['new1@x.example']);
  const again = await invites(['new1@x.example']);
  expect(again.body.results).toEqual([{ email: 'new1@x.example', outcome: 'sent_before' }]);
  expect(await codesTo('new1@x.example')).toHaveLength(1);
  const noted = app().db.selectFrom('audit_log').select('data').where('action', '=', 'invite_code.mailed');
  expect(await noted.execute()).toEqual([{ data: { people: 2 } }]);
});

test('mails one code to several people, unless it no longer works', async () => {
  const admin = await olga();
  const { body: code } = await admin.createInviteCode({ body: { code: 'FOR-ALL' } });
  const sent = await invites(['all1@x.example', 'all2@x.example'], { code_id: code.id });
  expect(sent.body.results.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  expect((await app().mailsTo('all2@x.example'))[0]?.text).toContain('FOR-ALL');
  expect(await codesTo('all1@x.example')).toEqual([]);
  // One invite a day for each address.
  expect((await invites(['all1@x.example'])).body.results[0]?.outcome).toBe('sent_before');
  await admin.updateInviteCode({ params: { id: code.id }, body: { is_active: false } });
  expect((await invites(['all3@x.example'], { code_id: code.id })).error.details).toHaveProperty('code_id');
  expect((await invites(['all3@x.example'], { code_id: newId() })).error.code).toBe('invite_code_not_found');
  const foreign = await (await eve()).mailInvites({ body: { emails: ['x@x.example'], code_id: code.id } });
  expect(foreign.error.code).toBe('invite_code_not_found');
});

test('stops at what the organization may mail to strangers in a day, and says when the rest can go', async () => {
  const { db, cast } = app();
  const organizationId = cast.organizations.ironHarbour;
  const { rows } = await sql<{ most: number }>`select ${sql.raw(strangerMailsSql)} as most from organizations o
    where o.id = ${organizationId}`.execute(db);
  const bucket = `stranger_mails:${organizationId}`;
  const resets_at = new Date(Date.now() + 5 * 3_600_000);
  const used = { used: rows[0]!.most - 1, resets_at };
  await db
    .insertInto('rate_limits')
    .values({ bucket, ...used })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(used))
    .execute();
  const { status, body } = await invites(['q1@x.example', 'q2@x.example', 'q3@x.example']);
  expect([status, body.results.map(({ outcome }) => outcome)]).toEqual([200, ['sent', 'waits', 'waits']]);
  expect(Math.abs(Date.parse(body.more_at!) - resets_at.getTime())).toBeLessThan(60_000);
  expect([await codesTo('q1@x.example'), await codesTo('q2@x.example')].map(({ length }) => length)).toEqual([1, 0]);
  expect(await app().mailsTo('q2@x.example')).toEqual([]);
  await db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute();
});

test('is bounded, and a gym admin invites to their own gyms alone', async () => {
  const { cast } = app();
  const many = Array.from({ length: 51 }, (_, n) => `m${n}@x.example`);
  expect((await invites(many)).error.details).toEqual({ emails: ['Up to 50 at a time'] });
  expect((await invites(['nonsense'])).status).toBe(400);
  const admin = await finn();
  const emails = ['finns-guest@x.example'];
  expect((await admin.mailInvites({ body: { emails } })).error.details).toHaveProperty('gym_id');
  const elsewhere = await admin.mailInvites({ body: { emails, gym_id: cast.gyms.fremantle } });
  expect(elsewhere.error.code).toBe('gym_not_found');
  expect((await admin.mailInvites({ body: { emails, gym_id: cast.gyms.barangaroo } })).status).toBe(200);
});
