import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { type CastMember, castPassword } from '#testing/cast.ts';

const app = useTestApp();
let address: string;
let elsewhere: pg.Client;

beforeAll(async () => {
  address = await app().http.listen({ port: 0, host: '127.0.0.1' });
  elsewhere = new pg.Client({ connectionString: app().databaseUrl });
  await elsewhere.connect();
});
afterAll(() => elsewhere.end());

/** A change by another process, which this one learns of through the database only. */
const another = (statement: string, ...values: unknown[]) => elsewhere.query(statement, values);
const soon = { interval: 20 };

/** Warms the cache, so that a stale right would show. */
async function warm(person: CastMember) {
  const client = await app().as(person);
  for (let turn = 0; turn < 3; turn++) expect((await client.getMe()).status).toBe(200);
  return client;
}

describe('a right revoked by another process ends', () => {
  test('with a role', async () => {
    const { cast } = app();
    const finn = await warm(cast.finn);
    expect((await finn.listUsers()).status).not.toBe(403);
    await another(`update users set role = 'regular_user' where id = $1`, cast.finn.id);
    await expect.poll(async () => (await finn.listUsers()).error?.code, soon).toBe('access_denied');
    await another(`update users set role = 'gym_admin' where id = $1`, cast.finn.id);
    await expect.poll(async () => (await finn.listUsers()).status, soon).not.toBe(403);
  });

  test('with a gym', async () => {
    const { cast } = app();
    const ana = await warm(cast.ana);
    const list = async () => (await ana.listSessions({ query: { gym: cast.gyms.barangaroo } })).status;
    expect(await list()).toBe(200);
    await another('delete from user_gyms where user_id = $1', cast.ana.id);
    await expect.poll(list, soon).toBe(404);
    expect((await ana.getMe()).body).toMatchObject({ accessible_gyms: [], current_gym: null });
    await another(
      'insert into user_gyms (organization_id, user_id, gym_id) values ($1, $2, $3)',
      cast.organizations.ironHarbour,
      cast.ana.id,
      cast.gyms.barangaroo,
    );
    await expect.poll(list, soon).toBe(200);
  });

  test('with the account', async () => {
    const { cast, visitor } = app();
    const { refresh_token } = (await visitor.login({ body: { email: cast.ben.email, password: castPassword } })).body;
    const ben = await warm(cast.ben);
    await another('update users set is_active = false where id = $1', cast.ben.id);
    await expect.poll(async () => (await ben.getMe()).status, soon).toBe(401);
    expect((await visitor.refresh({ body: { refresh: refresh_token } })).error.code).toBe('refresh_invalid');
    await another('update users set is_active = true where id = $1', cast.ben.id);
    await expect.poll(async () => (await ben.getMe()).status, soon).toBe(200);
  });

  test('with the organization, for its members and no one else', async () => {
    const { cast, visitor } = app();
    const { refresh_token } = (await visitor.login({ body: { email: cast.eve.email, password: castPassword } })).body;
    const [eve, nora, ana] = [await warm(cast.eve), await warm(cast.nora), await warm(cast.ana)];
    await another('update organizations set is_active = false where id = $1', cast.organizations.nightShift);
    await expect.poll(async () => (await eve.getMe()).status, soon).toBe(401);
    await expect.poll(async () => (await nora.getMe()).status, soon).toBe(401);
    expect((await ana.getMe()).status).toBe(200);
    // Otherwise an app would keep asking for a token that is refused.
    expect((await visitor.refresh({ body: { refresh: refresh_token } })).error.code).toBe('organization_inactive');
    expect((await visitor.login({ body: { email: cast.eve.email, password: castPassword } })).status).toBe(401);
    await another('update organizations set is_active = true where id = $1', cast.organizations.nightShift);
    await expect.poll(async () => (await eve.getMe()).status, soon).toBe(200);
    expect((await visitor.refresh({ body: { refresh: refresh_token } })).status).toBe(200);
  });

  test('with the sign-in, and with the membership', async () => {
    const { cast } = app();
    const cleo = await warm(cast.cleo);
    await another('update logins set revoked_at = now() where user_id = $1', cast.cleo.id);
    await expect.poll(async () => (await cleo.getMe()).status, soon).toBe(401);
    const dov = await warm(cast.dov);
    await another('delete from user_gyms where user_id = $1', cast.dov.id);
    await another('delete from blocks where blocked_id = $1', cast.dov.id);
    await another(
      'update users set organization_id = null, default_gym_id = null, current_gym_id = null where id = $1',
      cast.dov.id,
    );
    await expect.poll(async () => (await dov.listSessions()).error?.code, soon).toBe('organization_required');
    expect((await dov.getMe()).body.organization).toBeNull();
  });

  test('with the hour of a demo', async () => {
    const { cast } = app();
    const demi = await warm(cast.demi);
    await another(`update users set demo_expires_at = now() where id = $1`, cast.demi.id);
    await expect.poll(async () => (await demi.getMe()).status, soon).toBe(401);
  });
});

describe('the live stream', () => {
  /** Opens a stream; returns the events so far, and all of them when the stream ends. */
  async function listen(token: string): Promise<{ heard(): string; ended: Promise<string> }> {
    const response = await fetch(`${address}/api/v1/events/`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    let text = '';
    const hear = async (body: AsyncIterable<string>) => {
      for await (const part of body) text += part;
      return text;
    };
    return { heard: () => text, ended: hear(response.body!.pipeThrough(new TextDecoderStream())) };
  }
  const endsSoon = (ended: Promise<string>) =>
    Promise.race([
      ended,
      new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'still open after two seconds').unref()),
    ]);

  const endings: [string, (loginId: string) => Promise<unknown>][] = [
    ['its sign-in', (loginId) => another('update logins set revoked_at = now() where id = $1', loginId)],
    ['the account', () => another('update users set is_active = false where id = $1', app().cast.ana.id)],
    [
      'the organization',
      () => another('update organizations set is_active = false where id = $1', app().cast.organizations.ironHarbour),
    ],
  ];
  test.each(endings)('ends within two seconds of the end of %s', async (_name, end) => {
    const { cast } = app();
    const token = await app().tokenFor(cast.ana);
    const { ended } = await listen(token);
    await end((await app().accessTokens.verify(token))?.loginId ?? '');
    expect(await endsSoon(ended)).toContain('event: ready');
    await another('update users set is_active = true where id = $1', cast.ana.id);
    await another('update organizations set is_active = true');
  });

  test("ends with its sign-out, while the user's other streams continue", async () => {
    const { cast } = app();
    const [here, there] = [await app().tokenFor(cast.olga), await app().tokenFor(cast.olga)];
    const [first, second] = [await listen(here), await listen(there)];
    await app().with(here).logout({ body: {} });
    expect(await endsSoon(first.ended)).toContain('event: ready');
    expect((await app().with(there).getMe()).status).toBe(200);
    // The second stream, still open, receives the change of the first.
    await expect.poll(second.heard, soon).toContain('event: login.ended');
    await app().with(there).logout({ body: {} });
    expect(await endsSoon(second.ended)).toMatch(/retry: \d+\n\n$/);
  });
});

test('refuses a stream for an unknown sign-in', async () => {
  const forged = await app().accessTokens.sign({ userId: app().cast.ana.id, loginId: newId() });
  const response = await fetch(`${address}/api/v1/events/`, { headers: { authorization: `Bearer ${forged}` } });
  expect(response.status).toBe(401);
});
