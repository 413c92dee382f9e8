import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { once } from './idempotency.ts';

const app = useTestApp();
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('an Idempotency-Key', () => {
  test('gives ten parallel requests the same answer, and does the work once', async () => {
    const { cast, db } = app();
    const sam = await app().as(cast.sam);
    const body = { organization_id: cast.organizations.ironHarbour };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sam.startEmulation({ body, ...withKey('ten at once') })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const logins = await db.selectFrom('logins').select('id').where('method', '=', 'emulation').execute();
    expect(logins).toHaveLength(1);
  });

  test('is refused for another body and for another call', async () => {
    const { cast } = app();
    const sam = await app().as(cast.sam);
    const enter = (organization_id: string) => sam.startEmulation({ body: { organization_id }, ...withKey('mine') });
    expect((await enter(cast.organizations.ironHarbour)).status).toBe(200);
    const otherBody = await enter(cast.organizations.nightShift);
    expect([otherBody.status, otherBody.error.code]).toEqual([409, 'idempotency_key_reused']);
    const otherCall = await sam.stopEmulation(withKey('mine'));
    expect([otherCall.status, otherCall.error.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('is refused for the same call on another resource', async () => {
    const { db, config } = app();
    const joining = (path: string) =>
      once(
        { db, config },
        { actor: 'somebody', key: 'join', operation: 'joinSession', path, body: undefined },
        async () => ({
          status: 200,
          body: path,
        }),
      );
    expect((await joining('/sessions/one/join/')).body).toBe('/sessions/one/join/');
    expect((await joining('/sessions/one/join/')).body).toBe('/sessions/one/join/');
    await expect(joining('/sessions/two/join/')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test("of one user is separate from another's", async () => {
    const { cast } = app();
    const body = { gym_id: cast.gyms.barangaroo };
    const [ana, ben] = [await app().as(cast.ana), await app().as(cast.ben)];
    const first = await ana.switchGym({ body, ...withKey('the same words') });
    const second = await ben.switchGym({ body, ...withKey('the same words') });
    expect([first.body.user.id, second.body.user.id]).toEqual([cast.ana.id, cast.ben.id]);
  });

  test('of a super admin is separate in each organization', async () => {
    const { cast } = app();
    const key = withKey('stepping out');
    for (const organization of [cast.organizations.ironHarbour, cast.organizations.nightShift]) {
      const inside = await app().as(cast.sam, organization);
      expect((await inside.stopEmulation(key)).status).toBe(200);
      expect((await inside.getMe()).status).toBe(401);
    }
  });

  test('gives the first answer again for a removal, but not for another query', async () => {
    const { cast } = app();
    const ben = await app().as(cast.ben);
    const { id } = (await ben.sendFriendRequest({ body: { receiver_id: cast.cleo.id } })).body;
    const remove = () => ben.removeFriend({ params: { id }, ...withKey('removal') });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect((await ben.removeFriend({ params: { id } })).error.code).toBe('friendship_not_found');
    const mark = (query: { up_to?: string }) => ben.markAllNotificationsRead({ query, ...withKey('marked') });
    expect((await mark({})).status).toBe(200);
    expect((await mark({ up_to: id })).error.code).toBe('idempotency_key_reused');
  });

  test('stores its answer encrypted', async () => {
    const { cast, db } = app();
    const sam = await app().as(cast.sam);
    const { body } = await sam.startEmulation({
      body: { organization_id: cast.organizations.nightShift },
      ...withKey('secret answer'),
    });
    const stored = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'secret answer')
      .executeTakeFirstOrThrow();
    const readable = Buffer.from(stored.response, 'base64').toString('latin1') + JSON.stringify(stored);
    expect(readable).not.toContain(body.access_token);
    expect(readable).not.toContain('access_token');
    expect(readable).not.toContain('Night Shift');
  });

  test('of a failed request can be used again', async () => {
    const { cast, db } = app();
    const ana = await app().as(cast.ana);
    const change = () => ana.switchGym({ body: { gym_id: cast.gyms.fremantle }, ...withKey('second try') });
    expect((await change()).error.code).toBe('gym_not_found');
    await db
      .insertInto('user_gyms')
      .values({ organization_id: cast.organizations.ironHarbour, user_id: cast.ana.id, gym_id: cast.gyms.fremantle })
      .execute();
    await expect.poll(async () => (await change()).status).toBe(200);
    expect((await change()).body.current_gym_id).toBe(cast.gyms.fremantle);
  });

  test('is not stored for calls that count guesses', async () => {
    const { cast, db, visitor } = app();
    const wrong = await visitor.login({ body: { email: cast.ana.email, password: 'wrong' }, ...withKey('guess') });
    expect(wrong.status).toBe(401);
    const right = await visitor.login({ body: { email: cast.ana.email, password: castPassword }, ...withKey('guess') });
    expect(right.status).toBe(200);
    const again = await visitor.login({ body: { email: cast.ana.email, password: castPassword }, ...withKey('guess') });
    expect(again.body.access_token).not.toBe(right.body.access_token);
    expect(await db.selectFrom('idempotency_keys').select('key').where('key', '=', 'guess').execute()).toEqual([]);
  });
});
