import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const app = useTestApp();

const ours = () => Buffer.from(app().config.TOKEN_SECRET);
type Claims = { sid: string; sub: string; iss: string; aud: string; exp: number; typ?: string };

/** The claims of a real sign-in, so only the forged part can cause the refusal. */
async function claims(): Promise<Claims & { [name: string]: unknown }> {
  return decodeJwt(await app().tokenFor(app().cast.ana)) as Claims & { [name: string]: unknown };
}
const sign = (payload: Record<string, unknown>, { typ = 'at+jwt', alg = 'HS256', key = ours() as Uint8Array } = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg, typ }).sign(key);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a forged token', () => {
  test('is accepted with the right key, which validates the tests below', async () => {
    expect(
      (
        await app()
          .with(await sign(await claims()))
          .getMe()
      ).status,
    ).toBe(200);
  });

  const forgeries: [string, () => Promise<string>][] = [
    ['without a signature', async () => new UnsecuredJWT(await claims()).encode()],
    ['that says none, in any case', async () => `${part({ alg: 'nOnE', typ: 'at+jwt' })}.${part(await claims())}.`],
    [
      'with another key',
      async () => sign(await claims(), { key: Buffer.from('another secret of more than thirty-two letters') }),
    ],
    ['with an empty key', async () => sign(await claims(), { key: Buffer.alloc(32) })],
    ['with another algorithm of the same key', async () => sign(await claims(), { alg: 'HS512' })],
    [
      'with a key pair',
      async () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(privateKey);
      },
    ],
    ['by another issuer', async () => sign({ ...(await claims()), iss: 'somebody' })],
    ['for another audience', async () => sign({ ...(await claims()), aud: 'another-api' })],
    ['of another type', async () => sign(await claims(), { typ: 'JWT' })],
    ['that has expired', async () => sign({ ...(await claims()), exp: Math.floor(Date.now() / 1000) - 1 })],
    [
      'that never expires',
      async () => {
        const { exp: _, ...rest } = await claims();
        return sign(rest);
      },
    ],
    [
      'without a sign-in',
      async () => {
        const { sid: _, ...rest } = await claims();
        return sign(rest);
      },
    ],
    ['with a made-up sign-in', async () => sign({ ...(await claims()), sid: newId() })],
    ['for another person', async () => sign({ ...(await claims()), sub: app().cast.sam.id })],
    [
      'whose contents were changed afterwards',
      async () => {
        const [header, , signature] = (await sign(await claims())).split('.');
        return `${header}.${part({ ...(await claims()), sub: app().cast.sam.id })}.${signature}`;
      },
    ],
    ['whose signature was cut', async () => (await sign(await claims())).slice(0, -4)],
    ['that is nonsense', async () => 'a.b.c'],
    ['that is very long', async () => 'a'.repeat(5_000)],
  ];

  test.each(forgeries)('%s is refused', async (_name, forge) => {
    const answer = await app()
      .with(await forge())
      .getMe();
    expect([answer.status, answer.error.code]).toEqual([401, 'token_invalid']);
  });

  test('cannot choose its organization', async () => {
    const { cast } = app();
    const forged = await sign({ ...(await claims()), org: cast.organizations.nightShift, role: 'super_admin' });
    expect((await app().with(forged).getMe()).body.organization?.id).toBe(cast.organizations.ironHarbour);
  });

  test('counts as signed out on public calls', async () => {
    expect((await app().with('a.b.c').getCsrf()).status).toBe(200);
  });
});

describe('the two kinds of token', () => {
  test('cannot replace each other', async () => {
    const { cast, visitor } = app();
    const { body } = await visitor.login({ body: { email: cast.ana.email, password: castPassword } });
    expect((await app().with(body.refresh_token).getMe()).error.code).toBe('token_invalid');
    expect((await visitor.refresh({ body: { refresh: body.access_token } })).error.code).toBe('refresh_invalid');
  });

  test('are accepted in the right place only', async () => {
    const token = await app().tokenFor(app().cast.ana);
    const ask = (headers: Record<string, string>, url = '/api/v1/users/me/') => app().http.inject({ url, headers });
    expect((await ask({ authorization: `bearer ${token}` })).statusCode).toBe(200);
    for (const authorization of [token, `Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`, 'Bearer'])
      expect((await ask({ authorization })).statusCode).toBe(401);
    expect((await ask({}, `/api/v1/users/me/?token=${token}&access_token=${token}`)).statusCode).toBe(401);
    expect((await ask({ cookie: `token=${token}; access_token=${token}` })).statusCode).toBe(401);
  });

  test('are valid for a quarter of an hour and a month', async () => {
    const { cast, visitor, db } = app();
    const { body } = await visitor.login({ body: { email: cast.ben.email, password: castPassword } });
    const { exp = 0, iat = 0, sid } = decodeJwt(body.access_token);
    expect(exp - iat).toBe(15 * 60);
    const [row] = await db
      .selectFrom('refresh_tokens')
      .select('expires_at')
      .where('login_id', '=', sid as string)
      .execute();
    const days = (Number(row?.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });
});
