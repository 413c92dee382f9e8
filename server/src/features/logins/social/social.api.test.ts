import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#testing/hosts/openid-provider.ts';

let provider: OpenIdProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  app = await startTestApp(provider.settings);
});
afterAll(async () => {
  await app?.stop();
  await provider?.stop();
});

let people = 0;
const somebody = (about: object = {}) => {
  people += 1;
  return {
    sub: `subject-${people}`,
    email: `somebody${people}@mail.example`,
    email_verified: true,
    given_name: 'Some',
    family_name: 'Body',
    ...about,
  };
};

const callback = (code: string, nonce?: string) =>
  app.visitor.googleCallback({ body: { code, redirect_uri: provider.redirectUri, ...(nonce && { nonce }) } });
const native = (id_token: string) => app.visitor.googleNative({ body: { id_token } });

type GoogleData = { google_id: string; email: string; avatar_url?: string | null; proof: string };
/** Fields a 409 carries beside the usual ones. */
const branchOf = (error: object) =>
  error as { action?: string; message?: string; email?: string; google_data?: GoogleData };

const googleDataOf = async (person: ReturnType<typeof somebody>) => {
  const { body, error } = await callback(await provider.codeFor(person));
  const data = body.google_data ?? branchOf(error).google_data;
  expect(data).toBeDefined();
  return data as GoogleData;
};

const link = async (person: ReturnType<typeof somebody>, userId: string, name: 'google' | 'apple' = 'google') =>
  app.db
    .insertInto('social_identities')
    .values({ issuer: provider.issuer, subject: person.sub, provider: name, user_id: userId, email: person.email })
    .execute();
const unlink = async (userId: string) => app.db.deleteFrom('social_identities').where('user_id', '=', userId).execute();

test('the sign-in buttons show the configured providers', async () => {
  const { body } = await app.visitor.getSignInMethods();
  expect(body.google).toEqual({ client_id: 'google-web', authorization_url: `${provider.issuer}/auth` });
  expect(body.apple?.client_id).toBe('apple-web');
});

describe('signing in with Google', () => {
  test('opens the linked account, even if its email has changed', async () => {
    const person = somebody({ email: app.cast.cleo.email, email_verified: false });
    await link(person, app.cast.ben.id);
    const { status, body } = await callback(await provider.codeFor(person, { nonce: 'n-1' }), 'n-1');
    expect(status).toBe(200);
    expect(body.user?.id).toBe(app.cast.ben.id);
    expect(body.created).toBe(false);
    expect(body.action).toBeUndefined();
    expect((await app.with(body.access_token ?? '').getMe()).body.google_id).toBe(person.sub);
    const logins = await app.with(body.access_token ?? '').listMyLogins();
    expect(logins.body.results[0]?.method).toBe('google');
    await unlink(app.cast.ben.id);
  });

  test('says the same as a password when the organization is switched off', async () => {
    const { cast, db, visitor } = app;
    const person = somebody();
    await link(person, cast.cleo.id);
    const organization = db.updateTable('organizations').where('id', '=', cast.organizations.ironHarbour);
    await organization.set({ is_active: false }).execute();
    try {
      const withGoogle = await callback(await provider.codeFor(person));
      const withPassword = await visitor.login({ body: { email: cast.cleo.email, password: castPassword } });
      const said = ({ status, error: { code, error } }: typeof withPassword) => [status, code, error];
      expect(said(withGoogle as unknown as typeof withPassword)).toEqual(said(withPassword));
      expect(withPassword.error.code).toBe('organization_inactive');
    } finally {
      await organization.set({ is_active: true }).execute();
      await unlink(cast.cleo.id);
    }
  });

  test('answers an unknown email with complete_registration and a proof', async () => {
    const person = somebody({ picture: 'https://pictures.example/a.png' });
    const { status, body } = await callback(await provider.codeFor(person));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action: 'complete_registration',
      email: person.email,
      google_data: { google_id: person.sub, email: person.email, avatar_url: 'https://pictures.example/a.png' },
    });
    expect(body.access_token).toBeUndefined();
  });

  test("answers another account's email with 409 and link_account, and links nothing", async () => {
    const person = somebody({ email: app.cast.ana.email.toUpperCase() });
    for (const answer of [
      await callback(await provider.codeFor(person)),
      await native(await provider.idTokenFor(person)),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'link_account']);
      const branch = branchOf(answer.error);
      expect(branch).toMatchObject({ action: 'link_account', email: app.cast.ana.email });
      expect(branch.message).toMatch(/already exists/);
      expect(branch.google_data?.proof).toBeTruthy();
    }
    expect((await (await app.as(app.cast.ana)).getMe()).body.google_id).toBeNull();
  });

  test('rejects an unverified email, known or not, with the same answer', async () => {
    const known = await callback(
      await provider.codeFor(somebody({ email: app.cast.ana.email, email_verified: false })),
    );
    const unknown = await callback(await provider.codeFor(somebody({ email_verified: false })));
    expect([known.status, known.error.code]).toEqual([400, 'google_failed']);
    expect({ ...known.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' });
  });

  test('rejects a reused code, a made-up one, and one issued for another address', async () => {
    const person = somebody();
    const code = await provider.codeFor(person);
    expect((await callback(code)).status).toBe(200);
    expect((await callback(code)).error.code).toBe('google_failed');
    expect((await callback('made-up')).error).toMatchObject({
      code: 'google_failed',
      error: 'Failed to sign in with Google',
    });
    const elsewhere = { code: await provider.codeFor(person), redirect_uri: 'https://elsewhere.example/' };
    expect((await app.visitor.googleCallback({ body: elsewhere })).error.code).toBe('google_failed');
  });

  test('rejects a wrong, missing or unexpected nonce', async () => {
    for (const [carried, sent] of [
      ['a', 'b'],
      ['a', undefined],
      [undefined, 'b'],
    ] as const) {
      const code = await provider.codeFor(somebody(), carried === undefined ? {} : { nonce: carried });
      expect((await callback(code, sent)).error.code).toBe('google_failed');
    }
  });

  test('rejects a deactivated account', async () => {
    const person = somebody();
    await link(person, app.cast.cleo.id);
    await app.db.updateTable('users').set({ is_active: false }).where('id', '=', app.cast.cleo.id).execute();
    expect((await callback(await provider.codeFor(person))).error.code).toBe('google_failed');
    await app.db.updateTable('users').set({ is_active: true }).where('id', '=', app.cast.cleo.id).execute();
    await unlink(app.cast.cleo.id);
  });
});

describe('a native token', () => {
  test('signs in by its own claims, not by the data sent beside it', async () => {
    const person = somebody();
    await link(person, app.cast.ben.id);
    const { body } = await app.visitor.googleNative({
      body: { id_token: await provider.idTokenFor(person), user: { email: app.cast.ana.email, name: 'Ana' } },
    });
    expect(body.user?.id).toBe(app.cast.ben.id);
    await unlink(app.cast.ben.id);
  });

  const seconds = Math.floor(Date.now() / 1000);
  test.each([
    ['the audience of another', { aud: 'somebody-else' }, {}],
    ['another issuer', { iss: 'https://accounts.google.com' }, {}],
    ['a nonce nobody asked for', { nonce: 'x' }, {}],
    ['an expiry that is past', { iat: seconds - 700, exp: seconds - 60 }, {}],
    ['no expiry', { exp: undefined }, {}],
    ['no subject', { sub: undefined }, {}],
    ['the signature of a stranger', {}, { stranger: true }],
  ])('with %s is refused', async (_what, claims, how) => {
    const { email, sub } = somebody();
    const token = await provider.forge({ sub, email, email_verified: true, ...claims }, how);
    const answer = await native(token);
    expect([answer.status, answer.error.code]).toEqual([400, 'google_failed']);
  });

  test('is rejected without a signature, or when signed with the public key as a secret', async () => {
    const payload = { iss: provider.issuer, aud: 'google-web', sub: 's', exp: seconds + 600, iat: seconds };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${part({ alg: 'none' })}.${part(payload)}.`;
    const keys = await (await fetch(`${provider.issuer}/jwks`)).text();
    const confused = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(keys));
    for (const token of [none, confused, 'a.b.c', 'nonsense'])
      expect((await native(token)).error.code).toBe('google_failed');
  });
});

describe('signing in with Apple', () => {
  const apple = async (person: ReturnType<typeof somebody>, also: object = {}, nonce?: string) =>
    app.visitor.appleLogin({
      body: {
        id_token: await provider.idTokenFor(person, { clientId: 'apple-web', ...(nonce && { nonce }) }),
        ...also,
      },
    });

  test('opens a linked account, and checks the nonce', async () => {
    const person = somebody();
    await link(person, app.cast.ben.id, 'apple');
    expect((await apple(person)).body.user?.id).toBe(app.cast.ben.id);
    expect((await apple(person, { nonce: 'n' }, 'n')).status).toBe(200);
    expect((await apple(person, { nonce: 'other' }, 'n')).error.code).toBe('apple_failed');
    await unlink(app.cast.ben.id);
  });

  test("passes a first visit's name to the completion page, and ignores the email beside the token", async () => {
    const person = somebody({ given_name: undefined, family_name: undefined });
    const user = { name: { firstName: 'Aki', lastName: 'Mori' }, email: app.cast.ana.email };
    const { body } = await apple(person, { user });
    expect(body).toMatchObject({
      action: 'complete_registration',
      email: person.email,
      apple_data: { apple_id: person.sub, email: person.email, first_name: 'Aki', last_name: 'Mori' },
    });
  });

  test("rejects Google's token, and answers a known email with link_account", async () => {
    const wrong = await app.visitor.appleLogin({ body: { id_token: await provider.idTokenFor(somebody()) } });
    expect(wrong.error).toMatchObject({ code: 'apple_failed', error: 'Apple Sign In failed' });
    expect((await apple(somebody({ email: app.cast.ana.email }))).error.code).toBe('link_account');
  });
});

describe('linking Google', () => {
  const linkAs = async (google_data: GoogleData, also: object = { current_password: castPassword }) =>
    (await app.as(app.cast.ana)).linkGoogle({ body: { google_id: google_data.google_id, google_data, ...also } });

  test('needs the password, accepts the proof once, and can be undone', async () => {
    const person = somebody({ email: app.cast.ana.email });
    const data = await googleDataOf(person);
    expect((await linkAs(data, {})).error.code).toBe('wrong_password');
    expect((await linkAs(data, { current_password: 'not this one' })).error.code).toBe('wrong_password');
    const linked = await linkAs(data);
    expect([linked.status, linked.body.google_id]).toEqual([200, person.sub]);
    expect((await linkAs(data)).error.code).toBe('social_proof_invalid');
    expect((await callback(await provider.codeFor(person))).body.user?.id).toBe(app.cast.ana.id);

    const ana = await app.as(app.cast.ana);
    expect((await ana.unlinkGoogle({ body: {} })).error.code).toBe('wrong_password');
    const unlinked = await ana.unlinkGoogle({ body: { current_password: castPassword } });
    expect([unlinked.status, unlinked.body.google_id]).toEqual([200, null]);
    expect((await callback(await provider.codeFor(person))).error.code).toBe('link_account');
  });

  test('rejects changed data, a forged proof, and an identity that is taken', async () => {
    const person = somebody();
    const data = await googleDataOf(person);
    for (const forged of [
      { ...data, google_id: 'subject-of-another' },
      { ...data, email: app.cast.ben.email },
      { ...data, proof: `${data.proof.slice(0, -2)}xx` },
      { ...data, proof: await app.tokenFor(app.cast.ana) },
    ])
      expect((await linkAs(forged)).error.code).toBe('social_proof_invalid');
    const expired = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'social-proof+jwt' })
      .setExpirationTime(1)
      .sign(Buffer.from(app.config.TOKEN_SECRET));
    expect((await linkAs({ ...data, proof: expired })).error.code).toBe('social_proof_invalid');

    await link(person, app.cast.ben.id);
    expect((await linkAs(data)).error.code).toBe('social_account_taken');
    await unlink(app.cast.ben.id);
  });

  test("rejects another provider's proof", async () => {
    const person = somebody();
    const id_token = await provider.idTokenFor(person, { clientId: 'apple-web' });
    const { body } = await app.visitor.appleLogin({ body: { id_token } });
    const { apple_id, email, proof } = body.apple_data!;
    expect((await linkAs({ google_id: apple_id, email: email ?? '', proof })).error.code).toBe('social_proof_invalid');
    const ana = await app.as(app.cast.ana);
    const confirmed = { apple_id, apple_data: body.apple_data!, current_password: castPassword };
    expect((await ana.linkApple({ body: confirmed })).body.apple_id).toBe(person.sub);
    expect((await ana.unlinkApple({ body: { current_password: castPassword } })).body.apple_id).toBeNull();
  });

  test('happens once when a proof is used eight times at once', async () => {
    const data = await googleDataOf(somebody());
    const answers = await Promise.all(Array.from({ length: 8 }, () => linkAs(data)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await unlink(app.cast.ana.id);
  });

  test('is refused to demos and to a super admin inside an organization', async () => {
    const google_data = await googleDataOf(somebody());
    const body = { google_id: google_data.google_id, google_data, current_password: castPassword };
    expect((await (await app.as(app.cast.demi)).linkGoogle({ body })).error.code).toBe('demo_not_allowed');
    const inside = await app.as(app.cast.sam, app.cast.organizations.ironHarbour);
    expect((await inside.linkGoogle({ body })).error.code).toBe('emulation_not_allowed');
  });
});

describe('an account without a password', () => {
  const person = { sub: 'gwen-at-google', email: 'gwen@mail.example', email_verified: true };
  const atApple = { sub: 'gwen-at-apple', email: 'gwen@mail.example', email_verified: true };
  beforeAll(async () => {
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', app.cast.gwen.id).execute();
    await link(person as never, app.cast.gwen.id);
  });

  test('keeps its last sign-in method, and needs a fresh token to change it', async () => {
    const gwen = await app.as(app.cast.gwen);
    const fresh = () => provider.idTokenFor(person);
    expect((await gwen.unlinkGoogle({ body: { provider_token: await fresh() } })).error).toMatchObject({
      code: 'last_sign_in_method',
      error: 'Set a password before removing your only way to sign in.',
    });
    await link(atApple as never, app.cast.gwen.id, 'apple');
    expect((await gwen.unlinkGoogle({ body: {} })).error.code).toBe('wrong_password');
    const answers = await Promise.all([
      gwen.unlinkGoogle({ body: { provider_token: await fresh() } }),
      gwen.unlinkApple({ body: { provider_token: await fresh() } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await unlink(app.cast.gwen.id);
    await link(person as never, app.cast.gwen.id);
  });

  test("can be deleted only with the provider's fresh token", async () => {
    const gwen = await app.as(app.cast.gwen);
    const seconds = Math.floor(Date.now() / 1000);
    const old = await provider.forge({ ...person, iat: seconds - 1200, exp: seconds + 600 });
    const another = await provider.idTokenFor(somebody());
    const stranger = await provider.forge({ ...person }, { stranger: true });
    for (const provider_token of [old, another, stranger])
      expect((await gwen.deleteMe({ body: { provider_token } })).error.code).toBe('wrong_password');
    const { body } = await callback(await provider.codeFor(person));
    expect((await gwen.deleteMe({ body: { provider_token: body.provider_token ?? '' } })).status).toBe(204);
    expect((await gwen.getMe()).status).toBe(401);
  });

  test('a provider token does not delete an account with a password', async () => {
    const other = somebody();
    await link(other, app.cast.ben.id);
    const ben = await app.as(app.cast.ben);
    const provider_token = await provider.idTokenFor(other);
    expect((await ben.deleteMe({ body: { provider_token } })).error.code).toBe('wrong_password');
    await unlink(app.cast.ben.id);
  });
});

test('reports a provider that is unreachable, and hides one that is not configured', async () => {
  const { GOOGLE_CLIENT_ID } = provider.settings;
  const away = await startTestApp({ GOOGLE_CLIENT_ID, GOOGLE_ISSUER: 'http://127.0.0.1:9' });
  try {
    const answer = await away.visitor.googleNative({ body: { id_token: 'a.b.c' } });
    expect([answer.status, answer.error.error]).toEqual([503, 'Failed to connect to Google']);
    const apple = await away.visitor.appleLogin({ body: { id_token: 'a.b.c' } });
    expect([apple.status, apple.error.code]).toEqual([404, 'provider_not_configured']);
    expect((await away.visitor.getSignInMethods()).body).toEqual({ google: null, apple: null });
  } finally {
    await away.stop();
  }
});
