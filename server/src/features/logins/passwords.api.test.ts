import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { type CastMember, castPassword } from '#testing/cast.ts';

const app = useTestApp();

const signIn = async ({ email }: CastMember, password = castPassword) => {
  const { status, body } = await app().visitor.login({ body: { email, password } });
  return status === 200 ? body : null;
};
const kindsTo = async ({ email }: CastMember) => (await app().mailsTo(email)).map(({ kind }) => kind);

describe('changing the password', () => {
  test('needs the current password', async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    for (const current_password of ['not this one', undefined]) {
      const { status, error } = await ana.changePassword({ body: { current_password, new_password: 'squats at six' } });
      expect([status, error.code]).toEqual([400, 'wrong_password']);
      expect(error.details).toHaveProperty('current_password');
    }
    expect(await signIn(cast.ana)).not.toBeNull();
    expect(await kindsTo(cast.ana)).toEqual([]);
  });

  test('rejects short, long and common passwords, and nothing else', async () => {
    const ana = await app().as(app().cast.ana);
    const change = (new_password: string) =>
      ana.changePassword({ body: { current_password: castPassword, new_password } });
    expect((await change('seven77')).error.details?.new_password).toEqual(['Password must be at least 8 characters']);
    expect((await change('x'.repeat(129))).error.details?.new_password).toEqual([
      'Password must be at most 128 characters',
    ]);
    for (const common of ['password', 'Password1', '12345678', 'QWERTYUIOP']) {
      const { status, error } = await change(common);
      expect([common, status, error.code]).toEqual([common, 400, 'password_too_common']);
    }
  });

  test('distinguishes every byte: spaces, case, accents and length', async () => {
    const { cast } = app();
    const odd = `  Ünïcode \u{1F4AA}  ${'long '.repeat(20)}`;
    const ben = await app().as(cast.ben);
    expect((await ben.changePassword({ body: { current_password: castPassword, new_password: odd } })).status).toBe(
      204,
    );
    for (const near of [odd.trim(), odd.toLowerCase(), odd.slice(0, 72), odd.normalize('NFD'), `${odd} `])
      expect(await signIn(cast.ben, near)).toBeNull();
    expect(await signIn(cast.ben, odd)).not.toBeNull();
  });

  test("mails nobody whose address was never confirmed: it may be a stranger's", async () => {
    const { cast } = app();
    const cleo = await app().as(cast.cleo);
    const change = (current_password: string, new_password: string) =>
      cleo.changePassword({ body: { current_password, new_password } });
    expect((await change(castPassword, 'rope climbs at six')).status).toBe(204);
    expect((await change('rope climbs at six', castPassword)).status).toBe(204);
    expect(await kindsTo(cast.cleo)).toEqual([]);
  });

  test('ends all other sign-ins at once, keeps this one, and mails the owner', async () => {
    const { cast, visitor, db } = app();
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', cast.cleo.id).execute();
    const [here, there] = [await signIn(cast.cleo), await signIn(cast.cleo)];
    const client = app().with(here?.access_token ?? '');
    const changed = await client.changePassword({
      body: { current_password: castPassword, new_password: 'rings and ropes' },
    });
    expect(changed.status).toBe(204);
    expect((await client.getMe()).status).toBe(200);
    expect(
      (
        await app()
          .with(there?.access_token ?? '')
          .getMe()
      ).status,
    ).toBe(401);
    expect((await visitor.refresh({ body: { refresh: there?.refresh_token ?? '' } })).status).toBe(401);
    expect((await visitor.refresh({ body: { refresh: here?.refresh_token ?? '' } })).status).toBe(200);
    expect(await signIn(cast.cleo)).toBeNull();
    expect(await signIn(cast.cleo, 'rings and ropes')).not.toBeNull();
    expect(await kindsTo(cast.cleo)).toEqual(['password_changed']);
  });

  test('is refused to demos and to a super admin inside an organization', async () => {
    const { cast } = app();
    const body = { current_password: castPassword, new_password: 'something else' };
    expect((await (await app().as(cast.demi)).changePassword({ body })).error.code).toBe('demo_not_allowed');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.changePassword({ body })).error.code).toBe('emulation_not_allowed');
  });
});

describe('resetting a forgotten password', () => {
  const linkIn = (text: string) => new URL(/https?:\/\/\S+reset=\S+/.exec(text)?.[0] ?? 'http://none');
  const ask = (email: string) => app().visitor.requestPasswordReset({ body: { email } });
  const reset = (token: string, new_password: string) =>
    app().visitor.confirmPasswordReset({ body: { token, new_password } });
  const forgetAsked = () => app().db.deleteFrom('password_resets').execute();

  test('ends the other keys that were left in an account before its address was confirmed', async () => {
    const { db, visitor } = app();
    const { body: made } = await visitor.register({
      body: {
        email: 'squatted@elsewhere.example',
        password: castPassword,
        password_confirm: castPassword,
        first_name: 'Squ',
        last_name: 'Atter',
      },
    });
    const userId = made.user.id;
    await db
      .insertInto('social_identities')
      .values({ user_id: userId, provider: 'google', issuer: 'https://google.example', subject: 'the-first-one' })
      .execute();
    await db
      .insertInto('calendar_feeds')
      .values({ token_hash: Buffer.alloc(32, 7), user_id: userId })
      .execute();
    await visitor.requestPasswordReset({ body: { email: 'squatted@elsewhere.example' } });
    const mails = await app().mailsTo('squatted@elsewhere.example');
    const token = mails.map(({ text }) => linkIn(text).searchParams.get('reset')).find(Boolean) ?? '';
    expect((await visitor.confirmPasswordReset({ body: { token, new_password: 'mine from now on' } })).status).toBe(
      200,
    );
    expect(await db.selectFrom('social_identities').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
    const feeds = await db.selectFrom('calendar_feeds').select('revoked_at').where('user_id', '=', userId).execute();
    expect(feeds.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  });

  test('works once with the mailed link, ends every sign-in and signs in', async () => {
    const { cast } = app();
    const before = await signIn(cast.dov);
    expect((await ask(cast.dov.email.toUpperCase())).status).toBe(202);
    const [mail] = await app().mailsTo(cast.dov.email);
    expect(mail).toMatchObject({ kind: 'password_reset', subject: 'Reset your Iron Harbour password' });
    expect(mail?.html).toContain('Iron Harbour');
    const link = linkIn(mail?.text ?? '');
    expect(`${link.origin}${link.pathname}`).toBe(`${app().config.PUBLIC_URL}/login`);
    const token = link.searchParams.get('reset') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);

    expect((await reset(token, 'password')).error.code).toBe('password_too_common');
    const answer = await reset(token, 'a whole new one');
    expect([answer.status, answer.body.user.id]).toEqual([200, cast.dov.id]);
    expect((await app().with(answer.body.access_token).getMe()).status).toBe(200);
    expect(
      (
        await app()
          .with(before?.access_token ?? '')
          .getMe()
      ).status,
    ).toBe(401);
    expect((await app().visitor.refresh({ body: { refresh: before?.refresh_token ?? '' } })).status).toBe(401);
    expect(await signIn(cast.dov)).toBeNull();
    expect(await signIn(cast.dov, 'a whole new one')).not.toBeNull();
    expect((await reset(token, 'and yet another')).error.code).toBe('reset_link_invalid');
    expect(await kindsTo(cast.dov)).toEqual(['password_changed', 'password_reset']);
  });

  test('answers alike for unknown, deactivated and demo accounts, without a mail', async () => {
    const { cast, db } = app();
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.finn.id).execute();
    const answers = [];
    for (const email of ['nobody@nowhere.example', cast.finn.email, cast.demi.email, cast.eve.email]) {
      const { status, text } = await ask(email);
      answers.push({ status, text });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    for (const email of ['nobody@nowhere.example', cast.finn.email, cast.demi.email])
      expect(await app().mailsTo(email)).toEqual([]);
    expect(await kindsTo(cast.eve)).toEqual(['password_reset']);
  });

  test('sends few mails, however often it is requested', async () => {
    const { cast } = app();
    await forgetAsked();
    await Promise.all(Array.from({ length: 5 }, () => ask(cast.olga.email)));
    expect(await kindsTo(cast.olga)).toEqual(['password_reset']);
  });

  test('succeeds once when a link is used twice at once, and never with a stale or made-up link', async () => {
    const { cast, db } = app();
    await forgetAsked();
    await ask(cast.nora.email);
    const token = linkIn((await app().mailsTo(cast.nora.email))[0]?.text ?? '').searchParams.get('reset') ?? '';
    const answers = await Promise.all([1, 2, 3, 4].map((turn) => reset(token, `a new password ${turn}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);

    await forgetAsked();
    await ask(cast.nora.email);
    const stale = linkIn((await app().mailsTo(cast.nora.email))[0]?.text ?? '').searchParams.get('reset') ?? '';
    expect(stale).not.toBe(token);
    await db
      .updateTable('password_resets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    for (const bad of [stale, token, 'made-up', `${stale}x`])
      expect((await reset(bad, 'yet another one')).error.code).toBe('reset_link_invalid');
  });

  test('holds also when nobody may sign in, as in an organization that is switched off', async () => {
    const { cast, db } = app();
    await forgetAsked();
    const before = await signIn(cast.cleo, 'rings and ropes');
    await ask(cast.cleo.email);
    const token = linkIn((await app().mailsTo(cast.cleo.email))[0]?.text ?? '').searchParams.get('reset') ?? '';
    const switched = (is_active: boolean) =>
      db.updateTable('organizations').set({ is_active }).where('id', '=', cast.organizations.ironHarbour).execute();
    await switched(false);
    expect((await reset(token, 'rope climbs only')).error.code).toBe('organization_inactive');
    expect((await reset(token, 'another try')).error.code).toBe('reset_link_invalid');
    await switched(true);
    expect((await app().visitor.refresh({ body: { refresh: before?.refresh_token ?? '' } })).status).toBe(401);
    expect([await signIn(cast.cleo, 'rings and ropes'), await signIn(cast.cleo, 'rope climbs only')]).toEqual([
      null,
      expect.anything(),
    ]);
  });

  test('is no longer possible with older links after a password change', async () => {
    const { cast } = app();
    await forgetAsked();
    await ask(cast.gwen.email);
    const token = linkIn((await app().mailsTo(cast.gwen.email))[0]?.text ?? '').searchParams.get('reset') ?? '';
    const gwen = await app().as(cast.gwen);
    await gwen.changePassword({ body: { current_password: castPassword, new_password: 'rowing at noon' } });
    expect((await reset(token, 'taken over now')).error.code).toBe('reset_link_invalid');
  });

  test('stores only a hash, so that the table opens no account', async () => {
    const { pool } = app();
    await forgetAsked();
    await ask(app().cast.sam.email);
    const token = linkIn((await app().mailsTo(app().cast.sam.email))[0]?.text ?? '').searchParams.get('reset') ?? '';
    const { rows } = await pool.query('select to_jsonb(r)::text as row from password_resets r');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  });
});
