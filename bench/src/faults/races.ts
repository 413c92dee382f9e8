import { hashPassword } from '@spotter/server/platform/logins/passwords.ts';
import type { Person } from '../signed-in.ts';
import type { Drill } from './kills.ts';
import type { Outcome } from './report.ts';
import { ask, type Reply } from './traffic.ts';
import { addSession } from './world.ts';

const PASSWORD = 'a password for the drill';

function counted(replies: readonly Reply[]) {
  const count = (is: (status: number) => boolean) => replies.filter(({ status }) => is(status)).length;
  return {
    tried: replies.length,
    unavailable: count((status) => status === 503),
    errors: count((status) => (status >= 500 && status !== 503) || status === 0),
  };
}

function sum(fault: string, recovery: number[], parts: Omit<Outcome, 'fault' | 'rounds' | 'recovery'>[]): Outcome {
  const total = { tried: 0, lost: 0, doubled: 0, unavailable: 0, errors: 0 };
  for (const part of parts) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += part[name];
  return { fault, rounds: parts.length, ...total, recovery };
}

/** 500 calls at the same moment, 200 of them messages to one session. The time is measured to the last answer. */
export const burst: Drill = async (world, rounds, deadline) => {
  const parts: Parameters<typeof sum>[2] = [];
  const recovery: number[] = [];
  while (parts.length < rounds && performance.now() < deadline) {
    const [host, ...others] = world.people.slice(0, 20) as [Person, ...Person[]];
    const session = await addSession(world, { host, others });
    const moment = performance.now();
    const messages = Array.from({ length: 200 }, (_, n) =>
      ask(world, `/sessions/${session}/messages/`, {
        method: 'POST',
        token: world.people[n % 20]?.token,
        key: `burst-${parts.length}-${n}-${session}`,
        body: { content: `burst ${n}` },
      }),
    );
    const reads = Array.from({ length: 300 }, (_, n) =>
      ask(world, ['/users/me/', '/sessions/', '/notifications/unread-count/'][n % 3] ?? '', {
        token: world.people[n % world.people.length]?.token,
      }),
    );
    const replies = await Promise.all([...messages, ...reads]);
    recovery.push((performance.now() - moment) / 1000);
    const { rows } = await world.pool.query<{ content: string; count: number }>(
      'select content, count(*)::int as count from session_messages where session_id = $1 group by content',
      [session],
    );
    const acknowledged = (await Promise.all(messages)).filter(({ status }) => status === 201).length;
    const doubled = rows.filter(({ count }) => count > 1).length;
    parts.push({ ...counted(replies), lost: Math.max(0, acknowledged - rows.length), doubled });
  }
  return sum('burst of 500 calls', recovery, parts);
};

/** Thirty members tap Join at once for five spots. Each member too many counts as doubled. */
export const raceForSpots: Drill = async (world, rounds, deadline) => {
  const parts: Parameters<typeof sum>[2] = [];
  while (parts.length < rounds && performance.now() < deadline) {
    const [host, ...rivals] = world.people.slice(parts.length) as [Person, ...Person[]];
    const session = await addSession(world, { host, spots: 6 });
    const replies = await Promise.all(
      rivals
        .slice(0, 30)
        .map(({ token }) =>
          ask(world, `/sessions/${session}/join/`, { method: 'POST', token, body: { scope: 'this' } }),
        ),
    );
    const joined = replies.filter(({ status }) => status === 200).length;
    const { rows } = await world.pool.query<{ count: number }>(
      'select count(*)::int as count from session_participants where session_id = $1',
      [session],
    );
    const inside = (rows[0]?.count ?? 0) - 1;
    parts.push({ ...counted(replies), lost: Math.max(0, joined - inside), doubled: Math.max(0, inside - 5) });
  }
  return sum('race for the last spots', [], parts);
};

/**
 * Twenty tabs refresh the same token at once. A tab that doesn't get the common successor is signed out and counts as
 * lost.
 */
export const raceRefreshes: Drill = async (world, rounds, deadline) => {
  const [person] = world.people;
  const { rows } = await world.pool.query<{ email: string }>(
    'update users set password_hash = $2 where id = $1 returning email',
    [person?.caller.userId, await hashPassword(PASSWORD)],
  );
  const login = await ask(world, '/auth/login/', {
    method: 'POST',
    body: { email: rows[0]?.email, password: PASSWORD },
  });
  let refresh = String(login.body.refresh_token);
  const parts: Parameters<typeof sum>[2] = [];
  while (parts.length < rounds && performance.now() < deadline) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask(world, '/auth/refresh/', { method: 'POST', body: { refresh } })),
    );
    const successors = Map.groupBy(replies, ({ body }) => String(body.refresh));
    const [common = ''] = [...successors].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const lost = replies.filter(({ status, body }) => status !== 503 && body.refresh !== common).length;
    parts.push({ ...counted(replies), lost, doubled: 0 });
    refresh = common;
  }
  return sum('refresh of one token by 20 tabs', [], parts);
};
