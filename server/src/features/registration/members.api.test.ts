import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addDeadCodes, addInviteCode, shareCodeOf } from '#testing/invites.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

const password = 'kettle bells at noon';
let people = 0;
const form = (more: object = {}) => {
  people += 1;
  return {
    email: `new${people}@joiners.example`,
    password,
    password_confirm: password,
    first_name: 'Nia',
    last_name: 'Newland',
    ...more,
  };
};
const accounts = (email: string) =>
  app().db.selectFrom('users').selectAll().where('email', 'ilike', email.replaceAll('_', '\\_')).execute();

describe('registering without an invite', () => {
  test('creates a member account without a gym, signed in, with a code in the mail', async () => {
    const body = form({ email: 'Nia@Joiners.Example' });
    const { status, body: answer } = await app().visitor.register({ body });
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      user: { email: 'nia@joiners.example', role: 'regular_user', email_verified: false, organization: null },
      organization: null,
      current_gym_id: null,
      accessible_gyms: [],
      session_joined: null,
      must_change_password: false,
    });
    const me = await app().with(answer.access_token).getMe();
    expect(me.body).toEqual(answer.user);
    expect((await app().visitor.refresh({ body: { refresh: answer.refresh_token } })).status).toBe(200);

    const [mail, ...others] = await app().mailsTo('nia@joiners.example');
    expect(others).toEqual([]);
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.subject).toBe(`${code} is your sign-up code`);
    const verified = await app().with(answer.access_token).verifyEmailCode({ body: { code } });
    expect(verified.body.email_verified).toBe(true);
  });

  test('allows signing in with the password afterwards', async () => {
    const body = form();
    await app().visitor.register({ body });
    expect((await app().visitor.login({ body: { email: body.email, password } })).status).toBe(200);
  });

  test('ignores a role, organization, verified email and id in the request', async () => {
    const { cast } = app();
    const body = form({
      role: 'super_admin',
      id: cast.ana.id,
      organization: cast.organizations.ironHarbour,
      organization_id: cast.organizations.ironHarbour,
      email_verified: true,
      is_demo_user: true,
      onboarding_completed: true,
    });
    const { status } = await app().visitor.register({ body });
    expect(status).toBe(201);
    const [account] = await accounts(body.email);
    expect(account).toMatchObject({
      role: 'regular_user',
      organization_id: null,
      email_verified: false,
      is_demo_user: false,
      onboarding_completed: false,
    });
    expect(account?.id).not.toBe(cast.ana.id);
  });

  test('names every invalid field, in plain words', async () => {
    const { status, error } = await app().visitor.register({ body: {} as never });
    expect([status, error.code]).toEqual([400, 'validation_failed']);
    expect(error.details).toMatchObject({
      email: ['Email is required'],
      password: ['Password is required'],
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
    });
    const short = await app().visitor.register({ body: form({ password: '1234567', password_confirm: '1234567' }) });
    expect(short.error.details).toEqual({ password: ['Password must be at least 8 characters'] });
    const differs = await app().visitor.register({ body: form({ password_confirm: 'something else' }) });
    expect(differs.error.details).toEqual({ password_confirm: ['Passwords do not match'] });
    const common = await app().visitor.register({
      body: form({ password: 'password1', password_confirm: 'password1' }),
    });
    expect([common.status, common.error.code]).toEqual([400, 'password_too_common']);
    expect(common.error.details).toEqual({ password: ['This password is too common. Please choose another.'] });
    const bad = await app().visitor.register({ body: form({ email: 'nobody', first_name: ' ' }) });
    expect(Object.keys(bad.error.details ?? {}).sort()).toEqual(['email', 'first_name']);
  });
});

describe('one email', () => {
  test('has one account in any case, even when twenty register at once', async () => {
    const body = form();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app().visitor.register({ body: { ...body, email: n % 2 ? body.email : body.email.toUpperCase() } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const { error } = answers.find(({ status }) => status === 409)!;
    expect([error.code, error.error]).toEqual(['email_taken', 'An account with this email already exists.']);
    expect(await accounts(body.email)).toHaveLength(1);
    expect(await app().mailsTo(body.email)).toHaveLength(1);
  });

  test('returns the first answer to a retry with the same key, even concurrently', async () => {
    const { db, cast } = app();
    const body = form({ invite_code: await addInviteCode(db, cast.organizations.nightShift, { max_uses: 1 }) });
    const headers = { 'idempotency-key': 'a lost answer' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app().visitor.registerWithInvite({ body, headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await accounts(body.email)).toHaveLength(1);
    const other = await app().visitor.registerWithInvite({ body: { ...body, first_name: 'Mia' }, headers });
    expect([other.status, other.error.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('that is taken reveals nothing else', async () => {
    const { cast } = app();
    const { status, error } = await app().visitor.register({ body: form({ email: cast.ana.email }) });
    expect([status, error.code]).toEqual([409, 'email_taken']);
    expect(JSON.stringify(error)).not.toContain('Ana');
  });
});

describe("registering with an organization's code", () => {
  test('joins the chosen gym and returns its theme', async () => {
    const { db, cast } = app();
    const code = await addInviteCode(db, cast.organizations.ironHarbour);
    const body = form({ invite_type: 'org', invite_code: code.toLowerCase(), gym_id: cast.gyms.fremantle });
    const { status, body: answer } = await app().visitor.registerWithInvite({ body });
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      user: { role: 'regular_user', default_gym: { name: 'Fremantle' } },
      organization: { id: cast.organizations.ironHarbour, name: 'Iron Harbour' },
      current_gym_id: cast.gyms.fremantle,
      gym_config: { organization: { name: 'Iron Harbour' } },
      session_joined: null,
    });
    expect(answer.accessible_gyms.map(({ id }) => id)).toEqual([cast.gyms.fremantle]);
    expect((await app().with(answer.access_token).listSessions()).status).toBe(200);
    const [mail] = await app().mailsTo(body.email);
    expect([mail?.subject, mail?.html]).toEqual([
      expect.stringMatching(/is your sign-up code$/),
      expect.stringContaining('Iron Harbour'),
    ]);
    const [use] = await db.selectFrom('invite_code_uses').selectAll().where('user_id', '=', answer.user.id).execute();
    expect(use?.organization_id).toBe(cast.organizations.ironHarbour);
  });

  test('uses the only gym, in either call, with or without the type', async () => {
    const { db, cast, visitor } = app();
    const code = await addInviteCode(db, cast.organizations.nightShift);
    for (const call of [visitor.register, visitor.registerWithInvite])
      for (const invite of [{ invite_code: code }, { invite_code: code, invite_type: 'org' }]) {
        const { status, body } = await call({ body: form(invite) });
        expect([status, body.current_gym_id]).toEqual([201, cast.gyms.shoreditch]);
      }
  });

  test("asks for a location when there are several, and rejects another organization's", async () => {
    const { db, cast, visitor } = app();
    const invite_code = await addInviteCode(db, cast.organizations.ironHarbour);
    const body = form({ invite_code });
    const unchosen = await visitor.registerWithInvite({ body });
    expect([unchosen.status, unchosen.error.details]).toEqual([400, { gym_id: ['Please select a location'] }]);
    const foreign = await visitor.registerWithInvite({ body: { ...body, gym_id: cast.gyms.shoreditch } });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'gym_not_found']);
    expect(await accounts(body.email)).toEqual([]);
  });

  test('gives the same answer for every invalid code, and creates no account', async () => {
    const { db, cast, visitor } = app();
    for (const invite_code of Object.values(await addDeadCodes(db, cast))) {
      const body = form({ invite_code });
      const { status, error } = await visitor.registerWithInvite({ body });
      expect([status, { ...error, request_id: '' }]).toEqual([
        400,
        { error: 'Invalid or expired invite code.', code: 'invite_code_invalid', request_id: '' },
      ]);
      expect(await accounts(body.email)).toEqual([]);
    }
  });

  test('lets one of fifty in with a single-use code', async () => {
    const { db, cast, visitor } = app();
    const invite_code = await addInviteCode(db, cast.organizations.nightShift, { max_uses: 1 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        // Half of them send an idempotency key, as the app does.
        visitor.registerWithInvite({
          body: form({ invite_code }),
          headers: n % 2 ? { 'idempotency-key': `one of fifty: ${n}` } : {},
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 201);
    expect(new Set(losers.map(({ error }) => error.code))).toEqual(new Set(['invite_code_invalid']));
    const { use_count } = await db
      .selectFrom('invite_codes')
      .select('use_count')
      .where('code', '=', invite_code)
      .executeTakeFirstOrThrow();
    expect(use_count).toBe(1);
  });

  test('needs an invite in the call for invited members', async () => {
    for (const nothing of [{}, { invite_code: '' }]) {
      const { status, error } = await app().visitor.registerWithInvite({ body: form(nothing) });
      expect([status, error.error]).toEqual([400, 'An invite code is required to complete registration']);
    }
    const long = await app().visitor.registerWithInvite({ body: form({ invite_code: 'A'.repeat(40) }) });
    expect([long.status, long.error.code]).toEqual([400, 'invite_code_invalid']);
    const typed = await app().visitor.registerWithInvite({ body: form({ invite_type: 'org' }) });
    expect([typed.status, typed.error.code]).toEqual([400, 'invite_code_invalid']);
  });
});

describe("registering with a friend's invite", () => {
  test("joins the friend's gym and makes both friends", async () => {
    const { db, cast, visitor } = app();
    const referrer_code = await shareCodeOf(db, cast.ana);
    const { status, body } = await visitor.registerWithInvite({ body: form({ invite_type: 'friend', referrer_code }) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ organization: { name: 'Iron Harbour' }, current_gym_id: cast.gyms.barangaroo });
    const friendship = await db
      .selectFrom('friendships')
      .select('user_low_id')
      .where('user_high_id', '=', body.user.id)
      .executeTakeFirst();
    expect(friendship?.user_low_id).toBe(cast.ana.id);
    const referral = await db
      .selectFrom('referrals')
      .selectAll()
      .where('user_id', '=', body.user.id)
      .executeTakeFirst();
    expect(referral).toMatchObject({ referrer_id: cast.ana.id, via: 'friend' });
  });

  test('accepts the code in either field', async () => {
    const { db, cast, visitor } = app();
    const invite_code = await shareCodeOf(db, cast.ana);
    const { status, body } = await visitor.register({ body: form({ invite_type: 'friend', invite_code }) });
    expect([status, body.current_gym_id]).toEqual([201, cast.gyms.barangaroo]);
  });

  test('rejects an unknown code', async () => {
    for (const referrer_code of ['nobody-has-it', undefined]) {
      const body = form({ invite_type: 'friend', referrer_code });
      const { status, error } = await app().visitor.registerWithInvite({ body });
      expect([status, error.error]).toEqual([404, 'Invalid friend invite.']);
      expect(await accounts(body.email)).toEqual([]);
    }
  });
});

describe('registering with a shared session', () => {
  const share = async (more: object = {}) => {
    const { db, cast } = app();
    const id = await addSession(db, { gym: cast.gyms.fremantle, host: cast.ana, ...more });
    return { id, session_token: id.replaceAll('-', '') };
  };
  beforeEach(() => app().db.deleteFrom('sessions').execute());

  test('joins the gym and the session, and makes friends with the member who shared it', async () => {
    const { db, cast, visitor } = app();
    const { id, session_token } = await share();
    const referrer_code = await shareCodeOf(db, cast.ben);
    const { status, body } = await visitor.registerWithInvite({
      body: form({ invite_type: 'session', session_token, referrer_code }),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ session_joined: id, current_gym_id: cast.gyms.fremantle });
    const { body: session } = await app().with(body.access_token).getSession({ params: { id } });
    expect(session).toMatchObject({ is_participant: true, current_participants: 2 });
    const friendship = await db
      .selectFrom('friendships')
      .select('user_low_id')
      .where('user_high_id', '=', body.user.id)
      .executeTakeFirst();
    expect(friendship?.user_low_id).toBe(cast.ben.id);
  });

  test('accepts the token in either field', async () => {
    const { id, session_token } = await share();
    const body = form({ invite_type: 'session', invite_code: session_token });
    expect((await app().visitor.register({ body })).body.session_joined).toBe(id);
  });

  test('joins the gym even when the session has no spot left', async () => {
    const { cast, visitor } = app();
    const full = await share({ max_participants: 1 });
    const advanced = await share({ fitness_level_min: 'advanced' });
    for (const { session_token } of [full, advanced]) {
      const { status, body } = await visitor.registerWithInvite({ body: form({ session_token }) });
      expect([status, body.session_joined, body.current_gym_id]).toEqual([201, null, cast.gyms.fremantle]);
    }
  });

  test('makes all thirty members, and gives one of them the last spot', async () => {
    const { db, visitor } = app();
    const { id, session_token } = await share({ max_participants: 2 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => visitor.registerWithInvite({ body: form({ session_token }) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ body }) => body.session_joined === id)).toHaveLength(1);
    const session = await db
      .selectFrom('sessions')
      .select('current_participants')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(session?.current_participants).toBe(2);
  });

  test('rejects a link that is no longer valid', async () => {
    const { visitor } = app();
    const cancelled = await share({ status: 'cancelled', cancelled_at: new Date() });
    const over = await share({ in: -120 });
    for (const session_token of ['no-such-token-at-all', cancelled.session_token, over.session_token, undefined]) {
      const { status, error } = await visitor.registerWithInvite({
        body: form({ invite_type: 'session', session_token }),
      });
      expect([status, error.error]).toEqual([404, 'Session not found or link has expired.']);
    }
  });
});
