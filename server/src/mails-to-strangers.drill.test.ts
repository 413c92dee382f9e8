import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { idPaths, sampleInput } from '#testing/hostile/sample-input.ts';

const app = useTestApp();

/** Every call of a signed-in person with a JSON body; what visitors send is about the address they entered. */
const calls = (Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { access, accepts, method }]) =>
    method !== 'GET' && access !== 'public' && access !== 'super_admin' && accepts === undefined,
);

type Target = { id: string; email: string; reportId: string };

/** A member with a verified email who was reported. Each call has its own, so that none disturbs the next. */
async function target(): Promise<Target> {
  const { db, cast } = app();
  const [member] = await addCrowd(db, cast, 1);
  const { id, email } = member!;
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
  const { body } = await (await app().as(cast.ana)).createReport({ body: { kind: 'user', id, reason: 'spam' } });
  return { id, email, reportId: body.id };
}

/** Inputs that a sample of the schema doesn't reach. */
const special = ({ id, email, reportId }: Target): Partial<Record<EndpointName, { id: string; body: object }>> => ({
  createUser: { id, body: { email: `new-${email}`, first_name: 'Kim', last_name: 'Lee' } },
  generatePlatformInvite: { id, body: { email } },
  changeUsers: { id, body: { action: 'resend_setup', selection: { ids: [id] } } },
  resolveReport: { id: reportId, body: { actions: ['suspend'] } },
  resetUserPassword: { id, body: {} },
  correctUserEmail: { id, body: { email: `right-${email}` } },
});

async function make(name: EndpointName, entry: Endpoint, token: string, to: Target): Promise<void> {
  const given = special(to)[name];
  const sample = (part: 'params' | 'query' | 'body') => {
    const schema = entry[part];
    const path = schema && idPaths(schema)[0];
    return schema && sampleInput(schema, path && { path, id: given?.id ?? to.id });
  };
  await app().http.inject({
    method: entry.method,
    url: `${API_ROOT}${addressOf(entry.path, { params: sample('params') as object, query: sample('query') as object })}`,
    headers: { authorization: `Bearer ${token}` },
    ...(entry.body && { payload: given?.body ?? (sample('body') as object) }),
  });
}

async function owner(email_verified: boolean): Promise<CastMember> {
  const { db, cast } = app();
  const id = newId();
  const email = `${id}@owners.example`;
  const organization_id = cast.organizations.ironHarbour;
  await db
    .insertInto('users')
    .values({ id, email, first_name: 'Odd', role: 'org_admin', organization_id, email_verified })
    .execute();
  return { ...cast.olga, id, email };
}

/** The calls that queued a mail to someone else than the caller. */
async function mailingCalls(isVerified: boolean): Promise<EndpointName[]> {
  const { db, tokenFor, runJobs } = app();
  const found: EndpointName[] = [];
  for (const [name, entry] of calls) {
    const caller = await owner(isVerified);
    const to = await target();
    await db.deleteFrom('mails').execute();
    await make(name, entry, await tokenFor(caller), to);
    await runJobs();
    const mails = await db.selectFrom('mails').select('id').where('to_address', '!=', caller.email).execute();
    if (mails.length > 0) found.push(name);
  }
  return found;
}

test('every call that mails somebody else needs a verified email', { timeout: 300_000 }, async () => {
  const found = await mailingCalls(true);
  expect(found).toEqual(
    expect.arrayContaining([
      'createUser',
      'changeUsers',
      'resetUserPassword',
      'generatePlatformInvite',
      'resolveReport',
    ] satisfies EndpointName[]),
  );
  expect(found.filter((name) => !(endpoints[name] as Endpoint).needsVerifiedEmail)).toEqual([]);
});

test('an unverified owner mails nobody', { timeout: 300_000 }, async () => {
  expect(await mailingCalls(false)).toEqual([]);
});

test('an unverified owner cannot vouch for their own address, nor import strangers', async () => {
  const { db, cast } = app();
  const caller = await owner(false);
  const client = await app().as(caller);
  expect((await client.verifyUserEmail({ params: { id: caller.id } })).error.code).toBe('email_not_verified');
  const file = new File(['Email,First Name\nstranger@elsewhere.example,Kim'], 'strangers.csv');
  const refused = await client.runImport({ body: { kind: 'members', file, send_setup: true } });
  expect([refused.status, refused.error.code]).toEqual([403, 'email_not_verified']);
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', caller.id).execute();
  const verified = await app().as(caller);
  expect((await verified.runImport({ body: { kind: 'members', file, gym_id: cast.gyms.barangaroo } })).status).toBe(
    201,
  );
});

test('names that were stored with an address reach no mail with it', async () => {
  const { db, cast } = app();
  const evil = 'Visit evil.example/prize and www.evil';
  const organization = { id: cast.organizations.nightShift };
  await db.updateTable('organizations').set({ name: evil }).where('id', '=', organization.id).execute();
  await db.updateTable('gyms').set({ name: evil }).where('id', '=', cast.gyms.shoreditch).execute();
  await db.updateTable('users').set({ first_name: evil }).where('id', '=', cast.eve.id).execute();
  await app().runJobs();
  await db.deleteFrom('mails').execute();
  const nora = await app().as(cast.nora);
  await nora.createUser({ body: { email: 'one@elsewhere.example', first_name: 'Kim', last_name: 'Lee' } });
  await nora.resetUserPassword({ params: { id: cast.eve.id }, body: {} });
  await (await app().as(cast.eve)).generatePlatformInvite({ body: { email: 'two@elsewhere.example' } });
  await app().visitor.requestPasswordReset({ body: { email: cast.eve.email } });
  await app().runJobs();
  const mails = await db.selectFrom('mails').select(['kind', 'subject', 'text', 'html']).execute();
  expect(mails.map(({ kind }) => kind).sort()).toEqual([
    'invite',
    'password_reset',
    'password_reset_by_staff',
    'welcome',
  ]);
  for (const { subject, text, html } of mails)
    for (const form of [subject, text, html]) expect(form).not.toMatch(/evil\.example|www\.|example\/prize/);
  expect(mails.find(({ kind }) => kind === 'welcome')?.subject).toBe(
    'Welcome to Visit evil example prize and www evil',
  );
});

test('an address that only staff call verified gets no words of members or staff', async () => {
  const { db, cast } = app();
  const [stranger] = await addCrowd(db, cast, 1);
  await db
    .insertInto('notification_preferences')
    .values({ user_id: stranger!.id, kind: 'announcement', channel: 'email', enabled: true })
    .execute();
  const olga = await app().as(cast.olga);
  await olga.verifyUserEmail({ params: { id: stranger!.id } });
  const announce = () => olga.createAnnouncement({ body: { title: 'You won', body: 'Visit https://evil.example' } });
  expect((await announce()).status).toBe(201);
  await app().runJobs();
  const deliveries = () =>
    db.selectFrom('notification_deliveries').selectAll().where('user_id', '=', stranger!.id).execute();
  expect((await deliveries()).filter(({ channel }) => channel === 'email')).toEqual([]);
  await db.updateTable('users').set({ email_vouched: false }).where('id', '=', stranger!.id).execute();
  await announce();
  await app().runJobs();
  expect((await deliveries()).filter(({ channel }) => channel === 'email')).toHaveLength(1);
});
