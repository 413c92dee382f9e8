import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '@spotter/server/platform/logins/passwords.ts';
import type { Outcome } from './report.ts';
import { ask, until } from './traffic.ts';
import { addSession, createWorld, newFolder } from './world.ts';

const HOUR = 3_600_000;
const jumps = [HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 400 * 24 * HOUR, -400 * 24 * HOUR];
const PASSWORD = 'a password for the drill';

/**
 * The server's clock jumps while PostgreSQL's stays, as when a machine's time is corrected or two machines disagree. A
 * member keeps writing like the web app, which refreshes its sign-in when the token is rejected.
 */
export async function jumpClock(rounds: number, milliseconds: number): Promise<Outcome> {
  const folder = newFolder();
  const offsetFile = join(folder, 'offset');
  writeFileSync(offsetFile, '0');
  const preload = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));
  const world = await createWorld({
    folder,
    env: { NODE_OPTIONS: `--import=${preload}`, CLOCK_OFFSET_FILE: offsetFile },
  });
  const [person] = world.people;
  if (!person) throw new Error('There is no member to run this drill with.');
  const session = await addSession(world, { host: person });
  const { userId } = person.caller;
  await world.pool.query('update users set password_hash = $2 where id = $1', [userId, await hashPassword(PASSWORD)]);
  const { rows } = await world.pool.query<{ email: string }>('select email from users where id = $1', [userId]);
  const signIn = () =>
    ask(world, '/auth/login/', { method: 'POST', body: { email: rows[0]?.email, password: PASSWORD } });
  const { body } = await signIn();
  let [access, refresh] = [String(body.access_token), String(body.refresh_token)];

  const figures = { tried: 0, lost: 0, doubled: 0, unavailable: 0, errors: 0 };
  const acknowledged: string[] = [];
  let signedOut = 0;
  const count = ({ status }: { status: number }) => {
    figures.tried += 1;
    if (status === 503) figures.unavailable += 1;
    else if (status >= 500) figures.errors += 1;
    return status;
  };
  async function send(content: string): Promise<boolean> {
    const reply = await ask(world, `/sessions/${session}/messages/`, {
      method: 'POST',
      token: access,
      key: content,
      body: { content },
    });
    const status = count(reply);
    if (status === 201) acknowledged.push(content);
    if (status !== 401) return status === 201;
    const renewed = await ask(world, '/auth/refresh/', { method: 'POST', body: { refresh } });
    if (count(renewed) === 200) [access, refresh] = [String(renewed.body.access), String(renewed.body.refresh)];
    else if (renewed.status === 401) {
      signedOut += 1;
      const again = await signIn();
      if (count(again) === 200) [access, refresh] = [String(again.body.access_token), String(again.body.refresh_token)];
    }
    return false;
  }

  const recovery: number[] = [];
  const deadline = performance.now() + milliseconds;
  let now = 0;
  for (let round = 0; round < rounds && performance.now() < deadline; round++) {
    now += jumps[round % jumps.length] ?? 0;
    writeFileSync(offsetFile, String(now));
    const moment = performance.now();
    // The server reads the file every 50 ms.
    await sleep(200);
    await until(() => send(`jump-${round}`));
    recovery.push((performance.now() - moment) / 1000);
    for (let n = 0; n < 5; n++) await until(() => send(`jump-${round}-${n}`));
  }
  const kept = await world.pool.query<{ content: string; count: number }>(
    'select content, count(*)::int as count from session_messages where session_id = $1 group by content',
    [session],
  );
  const found = new Map(kept.rows.map(({ content, count }) => [content, count]));
  figures.lost = acknowledged.filter((content) => !found.has(content)).length;
  figures.doubled = kept.rows.filter(({ count }) => count > 1).length;
  const note = `jumps of an hour, a day and 400 days, forward and back; signed out ${signedOut} times.`;
  return { fault: "server's clock jumps", rounds: recovery.length, ...figures, recovery, note };
}
