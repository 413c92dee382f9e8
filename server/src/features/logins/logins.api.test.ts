import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#platform/logins/passwords.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const app = useTestApp();

const signIn = async (email = app().cast.ana.email, password = castPassword) => {
  const { status, body } = await app().visitor.login({ body: { email, password } });
  expect(status).toBe(200);
  return body;
};

describe('signing in', () => {
  test('returns tokens, the account and the theme', async () => {
    const { cast } = app();
    const answer = await signIn();
    expect(answer.user).toMatchObject({ id: cast.ana.id, role: 'regular_user', first_name: 'Ana' });
    expect(answer.user.current_gym?.name).toBe('Barangaroo');
    expect(answer.organization?.name).toBe('Iron Harbour');
    expect(answer.gym_config.theme.colors.primary).toBe('#7c3aed');
    expect(answer.must_change_password).toBe(false);
    const me = await app().with(answer.access_token).getMe();
    expect(me.body).toEqual(answer.user);
  });

  test('accepts an email in any case and with surrounding spaces', async () => {
    await signIn(`  ${app().cast.ana.email.toUpperCase()} `);
  });

  test('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await app().visitor.login({ body: { email: app().cast.ana.email, password: 'not this one' } });
    const unknown = await app().visitor.login({ body: { email: 'nobody@nowhere.example', password: castPassword } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' });
  });

  test('names the invalid fields', async () => {
    const { status, error } = await app().visitor.login({ body: { email: 'no address', password: '' } });
    expect(status).toBe(400);
    expect(error.details).toEqual({ email: ['Invalid email address'], password: ['Password is required'] });
  });

  test('gives a deactivated account the same answer as a wrong password', async () => {
    const { db, cast } = app();
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.cleo.id).execute();
    const { status, error } = await app().visitor.login({ body: { email: cast.cleo.email, password: castPassword } });
    expect([status, error.code]).toEqual([401, 'wrong_credentials']);
    await db.updateTable('users').set({ is_active: true }).where('id', '=', cast.cleo.id).execute();
  });
});

describe('a setup code', () => {
  const code = 'KQZTBD-2026-MNPRSV';
  beforeEach(async () => {
    const { db, cast } = app();
    await db
      .updateTable('users')
      .set({ setup_code_hash: await hashPassword(code), setup_code_expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', cast.olga.id)
      .execute();
  });

  test('signs in once, asks for a password, and lets it be set without the old one', async () => {
    const { cast, visitor } = app();
    const answer = await signIn(cast.olga.email, ' kqztbd-2026-mnprsv ');
    expect(answer.must_change_password).toBe(true);
    expect((await visitor.login({ body: { email: cast.olga.email, password: code } })).status).toBe(401);
    const changed = await app()
      .with(answer.access_token)
      .changePassword({ body: { new_password: 'squat rack seven' } });
    expect(changed.status).toBe(204);
    expect((await signIn(cast.olga.email, 'squat rack seven')).must_change_password).toBe(false);
  });

  test('lets one caller in when used twice at once', async () => {
    const { cast, visitor } = app();
    const body = { email: cast.olga.email, password: code };
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.login({ body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('is refused after it has expired', async () => {
    const { db, cast, visitor } = app();
    await db
      .updateTable('users')
      .set({ setup_code_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', cast.olga.id)
      .execute();
    expect((await visitor.login({ body: { email: cast.olga.email, password: code } })).status).toBe(401);
  });
});

describe('refreshing tokens', () => {
  test('gives twenty concurrent calls the same successor, and signs no one out', async () => {
    const { refresh_token } = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app().visitor.refresh({ body: { refresh: refresh_token } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
    expect((await app().with(answers[0]!.body.access).getMe()).status).toBe(200);
  });

  test('keeps working for a client that keeps its first token', async () => {
    const { refresh_token: first } = await signIn();
    for (let turn = 0; turn < 3; turn++)
      expect((await app().visitor.refresh({ body: { refresh: first } })).status).toBe(200);
  });

  test('extends a sign-in up to its lifetime of 90 days and no further', async () => {
    const { db } = app();
    const { refresh_token, access_token } = await signIn();
    const { loginId } = (await app().accessTokens.verify(access_token)) ?? { loginId: '' };
    const begin = (daysAgo: number) =>
      db
        .updateTable('logins')
        .set({ created_at: new Date(Date.now() - daysAgo * 86_400_000) })
        .where('id', '=', loginId)
        .execute();
    const daysLeft = async () => {
      const row = db.selectFrom('logins').select('expires_at').where('id', '=', loginId);
      return Math.round(((await row.executeTakeFirstOrThrow()).expires_at.getTime() - Date.now()) / 86_400_000);
    };
    expect(await daysLeft()).toBe(30);
    await begin(40);
    const second = await app().visitor.refresh({ body: { refresh: refresh_token } });
    expect(await daysLeft()).toBe(30);
    await begin(85);
    const third = await app().visitor.refresh({ body: { refresh: second.body.refresh } });
    expect([third.status, await daysLeft()]).toEqual([200, 5]);
    await begin(91);
    const late = await app().visitor.refresh({ body: { refresh: third.body.refresh } });
    expect([late.status, late.error.code]).toEqual([401, 'refresh_invalid']);
  });

  test('ends the whole token family when a replaced token is used after its successor', async () => {
    const { refresh_token: first, access_token } = await signIn();
    const second = await app().visitor.refresh({ body: { refresh: first } });
    const third = await app().visitor.refresh({ body: { refresh: second.body.refresh } });
    expect(third.status).toBe(200);
    expect((await app().visitor.refresh({ body: { refresh: first } })).error.code).toBe('refresh_invalid');
    expect((await app().visitor.refresh({ body: { refresh: third.body.refresh } })).status).toBe(401);
    expect((await app().with(access_token).getMe()).status).toBe(401);
    expect((await app().with(third.body.access).getMe()).status).toBe(401);
  });

  test('rejects expired, access and made-up tokens', async () => {
    const { db } = app();
    const { refresh_token, access_token } = await signIn();
    await db
      .updateTable('refresh_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    for (const refresh of [refresh_token, access_token, 'made-up'])
      expect((await app().visitor.refresh({ body: { refresh } })).error.code).toBe('refresh_invalid');
  });
});

describe('ending a sign-in', () => {
  test('signing out ends the access token at the next call, and its refresh token', async () => {
    const { access_token, refresh_token } = await signIn();
    expect((await app().with(access_token).logout({ body: {} })).status).toBe(204);
    expect((await app().with(access_token).getMe()).error.code).toBe('token_invalid');
    expect((await app().visitor.refresh({ body: { refresh: refresh_token } })).status).toBe(401);
  });

  test('signing out with only the refresh token ends the same sign-in', async () => {
    const { access_token, refresh_token } = await signIn();
    await app().visitor.logout({ body: { refresh: refresh_token } });
    expect((await app().with(access_token).getMe()).status).toBe(401);
  });

  test('a digest of the refresh token ends its sign-in, not that of the caller, and refreshes nothing', async () => {
    const { access_token, refresh_token } = await signIn();
    const next = await signIn(app().cast.cleo.email);
    const refresh_digest = createHash('sha256').update(refresh_token).digest('hex');
    expect((await app().visitor.refresh({ body: { refresh: refresh_digest } })).status).toBe(401);
    expect((await app().with(next.access_token).logout({ body: { refresh_digest } })).status).toBe(204);
    expect((await app().with(access_token).getMe()).status).toBe(401);
    expect((await app().with(next.access_token).getMe()).status).toBe(200);
    expect((await app().visitor.logout({ body: { refresh_digest: 'ab'.repeat(32) } })).status).toBe(204);
  });

  test('a member can list and end their own sign-ins only', async () => {
    const { cast } = app();
    const phone = await signIn(cast.ben.email);
    const laptop = await signIn(cast.ben.email);
    const { body } = await app().with(laptop.access_token).listMyLogins();
    expect(body.results).toHaveLength(2);
    expect(body.results.filter(({ is_current }) => is_current)).toHaveLength(1);
    const other = body.results.find(({ is_current }) => !is_current)!;
    const stranger = await app().as(cast.eve);
    expect((await stranger.revokeMyLogin({ params: { id: other.id } })).error.code).toBe('login_not_found');
    expect(
      (
        await app()
          .with(laptop.access_token)
          .revokeMyLogin({ params: { id: other.id } })
      ).status,
    ).toBe(204);
    expect((await app().with(phone.access_token).getMe()).status).toBe(401);
    expect((await app().with(laptop.access_token).getMe()).status).toBe(200);
  });
});
