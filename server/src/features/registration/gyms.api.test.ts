import { describe, expect, test } from 'vitest';
import { startTestApp, useTestApp } from '#testing/app.ts';

const app = useTestApp();

let owners = 0;
const form = (more: object = {}) => {
  owners += 1;
  return {
    organization_name: 'Tidewater Gyms',
    business_type: 'multiple' as const,
    country: 'Australia',
    business_phone: '+61 2 5550 0100',
    business_email: 'desk@tidewater.example',
    business_website: 'tidewater.example',
    estimated_members: '51-200' as const,
    location_name: 'Tidewater Manly',
    business_address: '1 The Corso, Manly NSW',
    gym_timezone: 'Australia/Sydney',
    owner_first_name: 'Otis',
    owner_last_name: 'Okafor',
    owner_email: `owner${owners}@tidewater.example`,
    terms_agreed: true as const,
    gym_amenities: [],
    workout_types: [],
    operating_hours_weekday: {},
    operating_hours_weekend: '',
    ...more,
  };
};
const simple = (more: object = {}) => {
  owners += 1;
  return {
    first_name: 'Otis',
    last_name: 'Okafor',
    email: `owner${owners}@harbourside.example`,
    phone: '(02) 5550-0199',
    gym_name: 'Harbourside Strength',
    password: 'chalk on both hands',
    confirm_password: 'chalk on both hands',
    agree_to_terms: true as const,
    ...more,
  };
};

const madeFor = async (email: string) => {
  const { db } = app();
  const owner = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const organization_id = owner.organization_id ?? '';
  const of = <T extends 'gyms' | 'operating_hours' | 'session_types' | 'organization_themes'>(table: T) =>
    db
      .selectFrom(table as 'gyms')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .execute();
  return {
    owner,
    organization: await db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', organization_id)
      .executeTakeFirstOrThrow(),
    gyms: await of('gyms'),
    hours: await of('operating_hours'),
    types: await of('session_types'),
    themes: await of('organization_themes'),
  };
};
const organizationsNamed = (name: string) =>
  app().db.selectFrom('organizations').select('id').where('name', '=', name).execute();

describe('registering a gym', () => {
  test('creates owner, organization, gym, hours, session types and theme', async () => {
    const body = form();
    const { status, body: answer } = await app().visitor.registerGym({ body });
    expect([status, answer]).toEqual([201, { success: true }]);
    const made = await madeFor(body.owner_email);
    expect(made.owner).toMatchObject({
      role: 'org_admin',
      password_hash: null,
      email_verified: false,
      onboarding_completed: false,
      current_gym_id: made.gyms[0]?.id,
    });
    expect(made.organization).toMatchObject({
      name: 'Tidewater Gyms',
      business_type: 'multiple',
      country: 'Australia',
      business_phone: '+61 2 5550 0100',
      business_email: 'desk@tidewater.example',
      business_website: 'tidewater.example',
      estimated_members: '51-200',
      is_active: true,
      trial_ends_at: null,
    });
    expect(made.organization.terms_agreed_at).toBeInstanceOf(Date);
    expect(made.gyms).toMatchObject([
      { name: 'Tidewater Manly', address: '1 The Corso, Manly NSW', timezone: 'Australia/Sydney' },
    ]);
    expect(made.hours).toHaveLength(7);
    expect(made.types.length).toBeGreaterThan(4);
    expect(made.themes).toHaveLength(1);
  });

  test('uses one name for organization and gym when there is one location', async () => {
    const { organization_name, location_name, ...rest } = form({ business_type: 'single', gym_name: 'Corner Gym' });
    expect((await app().visitor.registerGym({ body: rest })).status).toBe(201);
    const made = await madeFor(rest.owner_email);
    expect([made.organization.name, made.gyms[0]?.name]).toEqual(['Corner Gym', 'Corner Gym']);
  });

  test("mails a setup code in Spotter's name that signs the admin in once", async () => {
    const { visitor, config } = app();
    const body = form({ owner_email: 'otis+gym@tidewater.example' });
    await visitor.registerGym({ body });
    const [mail, ...others] = await app().mailsTo(body.owner_email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'welcome', subject: 'Welcome to Spotter' });
    // Anyone can enter a stranger's address, so no word of theirs goes there.
    for (const word of ['Tidewater', body.owner_first_name]) expect(mail?.html).not.toContain(word);
    expect(mail?.text).toContain(`${config.PUBLIC_URL}/login?setup=true&email=otis%2Bgym%40tidewater.example`);
    const code = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    const { status, body: answer } = await visitor.login({ body: { email: body.owner_email, password: code } });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      must_change_password: true,
      user: { role: 'org_admin', email_verified: true, onboarding_completed: false },
      organization: { name: 'Tidewater Gyms' },
    });
    const owner = app().with(answer.access_token);
    expect((await owner.changePassword({ body: { new_password: 'chalk on both hands' } })).status).toBe(204);
    expect((await visitor.login({ body: { email: body.owner_email, password: code } })).status).toBe(401);
  });

  test('creates one organization when sent twice, or ten times at once', async () => {
    const name = 'Once Only';
    const body = form({ organization_name: name });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        app().visitor.registerGym({
          body: { ...body, owner_email: n % 2 ? body.owner_email : body.owner_email.toUpperCase() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const again = await app().visitor.registerGym({ body });
    expect([again.status, again.error.code]).toEqual([409, 'email_taken']);
    expect(await organizationsNamed(name)).toHaveLength(1);
    expect(await app().mailsTo(body.owner_email)).toHaveLength(1);
  });

  test('returns the first answer to a retry with the same key', async () => {
    const body = form({ organization_name: 'Double Submit' });
    const headers = { 'idempotency-key': 'gym-1' };
    const answers = await Promise.all(Array.from({ length: 3 }, () => app().visitor.registerGym({ body, headers })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await organizationsNamed('Double Submit')).toHaveLength(1);
  });

  test('reveals of a known email only that it is taken', async () => {
    const { status, error } = await app().visitor.registerGym({ body: form({ owner_email: app().cast.ana.email }) });
    const taken = 'An account with this email already exists.';
    expect([status, error.error, error.details]).toEqual([409, taken, { owner_email: [taken] }]);
    expect(JSON.stringify(error)).not.toMatch(/Ana|Iron Harbour/);
  });

  test('names every missing field, in plain words', async () => {
    const { status, error } = await app().visitor.registerGym({ body: {} as never });
    expect(status).toBe(400);
    expect(error.details).toEqual({
      organization_name: ['Organization name is required'],
      business_type: ['Please select number of locations'],
      country: ['Country is required'],
      business_phone: ['Phone is required'],
      business_email: ['Email is required'],
      estimated_members: ['Member estimate is required'],
      location_name: ['Location name is required'],
      business_address: ['Address is required'],
      gym_timezone: ['Please choose a timezone from the list'],
      owner_first_name: ['First name is required'],
      owner_last_name: ['Last name is required'],
      owner_email: ['Email is required'],
      terms_agreed: ['You must agree to the terms'],
    });
  });
});

describe('signing a gym up on one page', () => {
  test('signs the owner in, on a trial of 30 days, with a code in the mail', async () => {
    const body = simple();
    const { status, body: answer } = await app().visitor.registerGymSimplified({ body });
    expect(status).toBe(201);
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'refresh_token', 'success']);
    const { body: me } = await app().with(answer.access_token).getMe();
    expect(me).toMatchObject({
      role: 'org_admin',
      email: body.email,
      email_verified: false,
      onboarding_completed: false,
      organization: { name: 'Harbourside Strength' },
      current_gym: { name: 'Harbourside Strength' },
    });
    const made = await madeFor(body.email);
    const days = (Number(made.organization.trial_ends_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    expect([made.hours.length, made.themes.length, made.gyms.length]).toEqual([7, 1, 1]);
    expect((await app().mailsTo(body.email))[0]?.subject).toMatch(/^\d{6} is your sign-up code$/);
    expect((await app().visitor.login({ body: { email: body.email, password: body.password } })).status).toBe(200);
  });

  test('creates one organization when sent ten times at once', async () => {
    const body = simple({ gym_name: 'Simply Once' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => app().visitor.registerGymSimplified({ body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await organizationsNamed('Simply Once')).toHaveLength(1);
  });

  test('names the invalid fields, in plain words', async () => {
    const { visitor } = app();
    const empty = await visitor.registerGymSimplified({ body: {} as never });
    expect(empty.error.details).toMatchObject({
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      phone: ['Phone is required'],
      gym_name: ['Gym name is required'],
      password: ['Password is required'],
      agree_to_terms: ['You must agree to the terms'],
    });
    const details = async (more: object) =>
      (await visitor.registerGymSimplified({ body: simple(more) as never })).error.details;
    expect(await details({ phone: 'call me' })).toEqual({ phone: ['Invalid phone number'] });
    expect(await details({ confirm_password: 'chalk on one hand' })).toEqual({
      confirm_password: ['Passwords do not match'],
    });
    expect(await details({ password: 'short', confirm_password: 'short' })).toEqual({
      password: ['Password must be at least 8 characters'],
    });
    expect(await details({ password: 'password123', confirm_password: 'password123' })).toEqual({
      password: ['This password is too common. Please choose another.'],
    });
    expect(await details({ agree_to_terms: false })).toEqual({ agree_to_terms: ['You must agree to the terms'] });
  });
});

test('a mail server that is down delays only the mail', async () => {
  const other = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const body = simple();
  const { status, body: answer } = await other.visitor.registerGymSimplified({ body });
  expect(status).toBe(201);
  expect((await other.with(answer.access_token).getMe()).status).toBe(200);
  const [mail] = await other.mailsTo(body.email);
  expect(mail).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
  expect(mail?.text).toMatch(/\d{6}/);
  await other.stop();
});

describe('the look of a demo', () => {
  const look = { colors: { primary: '#0d9488' }, assets: { logo: { url: '/files/of/another.png' } } };

  test('is what the new gym starts with, without its images', async () => {
    const registered = form({ look });
    const tried = simple({ look });
    await app().visitor.registerGym({ body: registered });
    await app().visitor.registerGymSimplified({ body: tried });
    for (const email of [registered.owner_email, tried.email]) {
      const { organization } = await madeFor(email);
      const { body } = await app().visitor.getOrganizationTheme({ params: { id: organization.id } });
      expect([body.theme.colors.primary, body.theme.assets.logo.url]).toEqual(['#0d9488', null]);
    }
  });

  test('is refused when it is no look', async () => {
    const body = form({ look: { colors: { primary: 'url(x)' } } });
    const { status, error } = await app().visitor.registerGym({ body });
    expect([status, error.details]).toEqual([400, { 'look.colors.primary': ['Not a color'] }]);
  });
});
