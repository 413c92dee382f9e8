import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';

const lines: string[] = [];
const app = useTestApp({ LOG_LEVEL: 'trace' }, { logTo: { write: (line) => void lines.push(line) } });

beforeEach(() => {
  lines.length = 0;
});
const requests = () => lines.map((line) => JSON.parse(line)).filter(({ op }) => op !== undefined);

describe('the log', () => {
  test('has one JSON line per request: operation, caller, status and duration', async () => {
    const { cast } = app();
    await (await app().as(cast.ana)).getMe({ headers: { 'x-request-id': 'request-of-ana' } });
    await app().visitor.getMe();
    expect(requests()).toMatchObject([
      { op: 'getMe', method: 'GET', status: 200, user: cast.ana.id, organization: cast.organizations.ironHarbour },
      { op: 'getMe', method: 'GET', status: 401 },
    ]);
    expect(requests()[0]).toMatchObject({
      request_id: 'request-of-ana',
      ms: expect.any(Number),
      time: expect.stringMatching(/Z$/),
    });
  });

  test('never contains a password, token, code, user text or query string', async () => {
    const { cast, visitor, http } = app();
    const secrets = new Set<string>([
      castPassword,
      'wrong password 1',
      'a new password 2',
      'secret biography',
      'needle-in-query',
    ]);
    const signedIn = (await visitor.login({ body: { email: cast.cleo.email, password: castPassword } })).body;
    await visitor.login({ body: { email: cast.cleo.email, password: 'wrong password 1' } });
    const refreshed = (await visitor.refresh({ body: { refresh: signedIn.refresh_token } })).body;
    const cleo = app().with(refreshed.access);
    await cleo.updateMe({ body: { bio: 'secret biography' } });
    await cleo.updateMe({ body: { bio: 'secret biography', first_name: '' } });
    await cleo.listSessions({ query: { text: 'needle-in-query' } });
    await http.inject({ url: '/nowhere/needle-in-query?x=needle-in-query' });
    await http.inject({ url: '/api/v1/%zz/needle-in-query' });
    await http.inject({
      method: 'POST',
      url: '/api/v1/auth/login/',
      payload: `{"password":"${castPassword}`,
      headers: { 'content-type': 'application/json' },
    });
    await cleo.resendVerification();
    const code = /\d{6}/.exec((await app().mailsTo(cast.cleo.email))[0]?.subject ?? '')?.[0] ?? 'none';
    await cleo.verifyEmailCode({ body: { code } });
    await visitor.requestPasswordReset({ body: { email: cast.cleo.email } });
    const [mail] = await app().mailsTo(cast.cleo.email);
    const token = /reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none';
    await visitor.confirmPasswordReset({ body: { token, new_password: 'a new password 2' } });
    // A token that comes back after its successor was used causes a warning, without the token.
    await visitor.refresh({ body: { refresh: signedIn.refresh_token } });
    await app().with('forged.token.value').getMe();
    const sam = await app().as(cast.sam);
    const emulation = await sam.startEmulation({
      body: { organization_id: cast.organizations.ironHarbour },
      headers: { 'idempotency-key': 'kept-answer' },
    });

    for (const secret of [
      signedIn.access_token,
      signedIn.refresh_token,
      refreshed.access,
      refreshed.refresh,
      token,
      'forged.token.value',
      emulation.body.access_token,
    ])
      secrets.add(secret);
    const all = lines.join('');
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(all).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
    expect(all).not.toContain('argon2');
    expect(all).not.toContain(cast.cleo.email);
    expect(requests().length).toBeGreaterThan(12);
  });

  test('reports an internal error without the row it happened to', async () => {
    const { cast, pool } = app();
    await pool.query(`alter table users add constraint made_to_fail check (bio <> 'words of a person')`);
    const ben = await app().as(cast.ben);
    const { status, error, text } = await ben.updateMe({ body: { bio: 'words of a person' } });
    expect([status, error.code]).toEqual([500, 'internal']);
    expect(text).not.toMatch(/made_to_fail|constraint|users|at .*\.ts/);
    const faults = lines.map((line) => JSON.parse(line)).filter(({ level, err }) => level >= 50 && err);
    expect(faults).toMatchObject([{ op: 'updateMe', err: { kind: '23514', constraint: 'made_to_fail' } }]);
    const all = lines.join('');
    expect(all).not.toContain('words of a person');
    expect(all).not.toContain(cast.ben.email);
    expect(all).not.toContain('argon2');
    await pool.query('alter table users drop constraint made_to_fail');
  });

  test("contains none of PostgreSQL's texts about a failed statement", async () => {
    const { cast, pool } = app();
    await pool.query(`create function refuse_bio() returns trigger language plpgsql as $$ begin
      if new.bio like 'own words%' then raise exception 'refused: %', new.bio using detail = new.bio, hint = new.email;
      end if; return new; end $$`);
    await pool.query('create trigger refuse_bio before update on users for each row execute function refuse_bio()');
    const ben = await app().as(cast.ben);
    expect((await ben.updateMe({ body: { bio: 'own words of Ben' } })).status).toBe(500);
    await pool.query(`select graphile_worker.add_job('send_mail', '{"mail_id": "own words of Ben"}')`);
    await app().runJobs();
    const faults = lines.map((line) => JSON.parse(line)).filter(({ err }) => err);
    expect(faults[0]).toMatchObject({ op: 'updateMe', err: { kind: 'P0001', message: 'PostgreSQL error P0001' } });
    expect(faults.length).toBeGreaterThan(1);
    expect(lines.join('')).not.toContain('own words');
    expect(lines.join('')).not.toContain(cast.ben.email);
    await pool.query('drop trigger refuse_bio on users; drop function refuse_bio');
  });

  test('does not count an aborted request as an error', async () => {
    const address = new URL(await app().http.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(address.port), address.hostname);
    await once(socket, 'connect');
    socket.write(
      'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"email":"',
    );
    await once(app().http.server, 'request');
    socket.destroy();
    await expect.poll(() => requests().length).toBeGreaterThan(0);
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([]);
    expect(requests()[0]).toMatchObject({ op: 'login', msg: 'the client left before it was answered' });
  });
});
