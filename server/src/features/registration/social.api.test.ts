import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#testing/hosts/openid-provider.ts';
import { addDeadCodes, addInviteCode, shareCodeOf } from '#testing/invites.ts';
import { addSession } from '#testing/test-data.ts';

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
/** A new person who just returned from Google. */
async function fromGoogle(about: object = {}) {
  people += 1;
  const person = {
    sub: `new-${people}`,
    email: `New${people}@mail.example`,
    email_verified: true,
    given_name: 'Nia',
    family_name: 'Newland',
    ...about,
  };
  const { body } = await app.visitor.googleCallback({
    body: { code: await provider.codeFor(person), redirect_uri: provider.redirectUri },
  });
  return { person, google_data: body.google_data! };
}

const barangaroo = () => app.cast.gyms.barangaroo;
const toIronHarbour = async (more: object = {}) => ({
  invite_type: 'org' as const,
  invite_code: await addInviteCode(app.db, app.cast.organizations.ironHarbour, more),
  gym_id: barangaroo(),
});

describe('finishing a registration with Google', () => {
  test("creates a verified account without a password, in the code's gym, signed in", async () => {
    const { person, google_data } = await fromGoogle();
    const { status, body } = await app.visitor.completeGoogle({ body: { google_data, ...(await toIronHarbour()) } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: {
        email: person.email.toLowerCase(),
        email_verified: true,
        has_password: false,
        google_id: person.sub,
        first_name: 'Nia',
        last_name: 'Newland',
        role: 'regular_user',
      },
      organization: { name: 'Iron Harbour' },
      current_gym_id: barangaroo(),
      session_joined: null,
    });
    const again = await app.visitor.googleNative({ body: { id_token: await provider.idTokenFor(person) } });
    expect(again.body.user?.id).toBe(body.user.id);
  });

  test("joins a session invite's session, and befriends a friend invite's sender", async () => {
    const { cast, db } = app;
    const id = await addSession(db, { gym: barangaroo(), host: cast.ana });
    const { share_token } = await db
      .selectFrom('sessions')
      .select('share_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const guest = await fromGoogle();
    const joined = await app.visitor.completeGoogle({
      body: { google_data: guest.google_data, invite_type: 'session', session_token: share_token ?? '' },
    });
    expect([joined.status, joined.body.session_joined]).toEqual([201, id]);

    const friend = await fromGoogle();
    const referrer_code = await shareCodeOf(db, cast.ben);
    const { body } = await app.visitor.completeGoogle({
      body: { google_data: friend.google_data, invite_type: 'friend', referrer_code },
    });
    expect(body.organization?.name).toBe('Iron Harbour');
  });

  test('needs a valid invite; a wrong one leaves the proof usable', async () => {
    const { google_data } = await fromGoogle();
    const without = await app.visitor.completeGoogle({ body: { google_data } });
    expect([without.status, without.error.error]).toEqual([400, 'An invite code is required to complete registration']);
    const blank = await app.visitor.completeGoogle({ body: { google_data, invite_code: '' } });
    expect(blank.error.code).toBe('invite_required');
    for (const invite_code of Object.values(await addDeadCodes(app.db, app.cast))) {
      const dead = await app.visitor.completeGoogle({ body: { google_data, invite_type: 'org', invite_code } });
      expect(dead.error.code).toBe('invite_code_invalid');
    }
    const right = await app.visitor.completeGoogle({ body: { google_data, ...(await toIronHarbour()) } });
    expect(right.status).toBe(201);
  });

  test("rejects changed data, another person's proof, and a spent proof", async () => {
    const { google_data } = await fromGoogle();
    const other = await fromGoogle();
    const invite = await toIronHarbour();
    for (const forged of [
      { ...google_data, google_id: other.google_data.google_id },
      { ...google_data, email: app.cast.ana.email },
      { ...google_data, proof: other.google_data.proof },
      { ...google_data, proof: 'made.up.proof' },
    ]) {
      const answer = await app.visitor.completeGoogle({ body: { google_data: forged, ...invite } });
      expect([answer.status, answer.error.code]).toEqual([400, 'social_proof_invalid']);
    }
    const { apple_id, ...data } = { apple_id: google_data.google_id, ...google_data };
    const apple = await app.visitor.completeApple({ body: { apple_data: { apple_id, ...data }, ...invite } });
    expect(apple.error.code).toBe('social_proof_invalid');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.visitor.completeGoogle({ body: { google_data, ...invite } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect((await app.visitor.completeGoogle({ body: { google_data, ...invite } })).status).toBe(400);
  });

  test('never takes over an address registered in the meantime', async () => {
    const { person, google_data } = await fromGoogle();
    const password = 'kettle bells at noon';
    await app.visitor.register({
      body: { email: person.email, password, password_confirm: password, first_name: 'A', last_name: 'B' },
    });
    const answer = await app.visitor.completeGoogle({ body: { google_data, ...(await toIronHarbour()) } });
    expect([answer.status, answer.error.code]).toEqual([409, 'email_taken']);
    const identity = app.db.selectFrom('social_identities').select('user_id').where('subject', '=', person.sub);
    expect(await identity.execute()).toEqual([]);
  });

  test('lets one of five in with a single-use code, and the others may try another', async () => {
    const invite = await toIronHarbour({ max_uses: 1 });
    const comers = await Promise.all(Array.from({ length: 5 }, () => fromGoogle()));
    const answers = await Promise.all(
      comers.map(({ google_data }) => app.visitor.completeGoogle({ body: { google_data, ...invite } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });
});

test('finishing with Apple uses the typed name, or the one Apple sent once', async () => {
  const person = { sub: 'apple-1', email: 'aki@mail.example', email_verified: true };
  const id_token = await provider.idTokenFor(person, { clientId: 'apple-web' });
  const user = { name: { firstName: 'Aki', lastName: 'Mori' } };
  const { body } = await app.visitor.appleLogin({ body: { id_token, user } });
  const { status, body: done } = await app.visitor.completeApple({
    body: { apple_data: body.apple_data!, ...(await toIronHarbour()), last_name: 'Morita' },
  });
  expect(status).toBe(201);
  expect(done.user).toMatchObject({ apple_id: 'apple-1', first_name: 'Aki', last_name: 'Morita' });
});
