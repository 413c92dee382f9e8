import { readdirSync, readFileSync } from 'node:fs';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import type { Endpoint } from '@spotter/contract/api/endpoint.ts';
import { endpoints } from '@spotter/contract/index.ts';
import type pg from 'pg';
import { processorSeconds } from '../process-figures.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Person } from '../signed-in.ts';
import { callsOf, type Ids } from './calls.ts';

/** What one call takes of the processor, of the server and PostgreSQL together, and how often that of an ordinary one. */
export type MeasuredCost = { title: string; milliseconds: number; times: number; cost: number };

/** A process's time is told in hundredths of a second, so calls are repeated until this much is used. */
const ENOUGH_SECONDS = 0.3;
const LONGEST_MS = 3_000;
/** Each connection plans a statement a few times before it keeps the plan. */
const WARM_UPS = 60;

type SignIn = (wanted: { howMany: number; role?: 'org_admin' }) => Promise<Person[]>;

/** Measures every list, search, figure and export in one organization of 10,000 members, one call after the other. */
export async function measureCosts(server: ServerProcess, pool: pg.Pool, signIn: SignIn): Promise<MeasuredCost[]> {
  const [member] = await signIn({ howMany: 1 });
  const [owner] = await signIn({ howMany: 1, role: 'org_admin' });
  if (!member || !owner) throw new Error('Nobody can call.');
  await addHistory(pool, owner.caller.userId);
  const used = await clockOf(server.pid, pool);
  const measured: Omit<MeasuredCost, 'times'>[] = [];
  for (const { name, title, path, by, body } of callsOf(await idsFor(pool, member))) {
    const { method, cost = 1 }: Endpoint = endpoints[name];
    const call = async () => {
      const answer = await fetch(`${server.url}${API_ROOT}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${(by === 'owner' ? owner : member).token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${title} answered ${answer.status}.`);
    };
    const warm = performance.now() + LONGEST_MS;
    for (let n = 0; n < WARM_UPS && performance.now() < warm; n += 1) await call();
    const [before, until] = [used(), performance.now() + LONGEST_MS];
    let calls = 0;
    while (used() - before < ENOUGH_SECONDS && performance.now() < until)
      for (let n = 0; n < 4; n += 1, calls += 1) await call();
    measured.push({ title, milliseconds: ((used() - before) * 1000) / calls, cost });
  }
  const ordinary = measured[0]?.milliseconds ?? Number.NaN;
  return measured
    .map((one) => ({ ...one, times: one.milliseconds / ordinary }))
    .sort((one, other) => other.times - one.times);
}

/** Friends, and a long audit log. */
async function addHistory(pool: pg.Pool, ownerId: string): Promise<void> {
  await pool.query('set statement_timeout = 0');
  await pool.query(
    `with numbered as (select id, organization_id, row_number() over (order by id) as n from users)
    insert into friendships (organization_id, id, user_low_id, user_high_id)
    select a.organization_id, gen_random_uuid(), least(a.id, b.id), greatest(a.id, b.id)
    from numbered a cross join generate_series(1, 20) k join numbered b on b.n = a.n + k * 97
    on conflict do nothing`,
  );
  await pool.query(
    `insert into audit_log (id, organization_id, actor_id, action, target_type, target_id, request_id, created_at)
    select gen_random_uuid(), u.organization_id, $1, 'user.updated', 'user', u.id, 'bench', now() - k * interval '1 day'
    from users u, generate_series(1, 10) k`,
    [ownerId],
  );
  await pool.query('vacuum analyze friendships, audit_log');
}

async function idsFor(pool: pg.Pool, { caller }: Person): Promise<Ids> {
  const { rows } = await pool.query<Ids>(
    `select u.organization_id as organization, u.current_gym_id as gym,
      (select id from sessions s where s.organization_id = u.organization_id and s.gym_id = u.current_gym_id
        and s.starts_at > now() order by starts_at limit 1) as session,
      c.conversation_id as conversation,
      (select id from messages m where m.organization_id = u.organization_id and m.conversation_id = c.conversation_id
        order by seq limit 1) as message,
      (select case when user_low_id = u.id then user_high_id else user_low_id end from friendships
        where organization_id = u.organization_id and u.id in (user_low_id, user_high_id) limit 1) as friend
    from users u join conversation_members c on c.organization_id = u.organization_id and c.user_id = u.id
    where u.id = $1 limit 1`,
    [caller.userId],
  );
  return rows[0]!;
}

/** Tells the processor seconds of the server and of its database so far, also of connections that have ended. */
async function clockOf(serverPid: number, pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  const used = new Map<number, number>();
  return () => {
    const processes = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === postmaster);
    for (const pid of [serverPid, ...processes]) used.set(pid, processorSeconds(pid) || (used.get(pid) ?? 0));
    return [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}

function parentOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return null;
  }
}
