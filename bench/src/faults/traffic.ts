import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../signed-in.ts';
import type { Outcome } from './report.ts';
import { addSession, type World } from './world.ts';

const SENDERS = 8;
/** Half of the Retry-After time, so the drill notices recovery early. */
const PAUSE_MS = 100;

export type Reply = { status: number; body: Record<string, unknown> };

/** One call as a client makes it; status 0 means that no answer came. */
export async function ask(
  world: Pick<World, 'url'>,
  path: string,
  { token, key, method = 'GET', body }: { token?: string; key?: string; method?: string; body?: unknown } = {},
): Promise<Reply> {
  try {
    const response = await fetch(`${world.url()}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  } catch {
    return { status: 0, body: {} };
  }
}

/**
 * Members who write to one session without pausing. Each message has an Idempotency-Key and is repeated with it until
 * acknowledged, as in the web app.
 */
export async function startTraffic(world: World) {
  const [host, ...others] = world.people.slice(0, SENDERS) as [Person, ...Person[]];
  const session = await addSession(world, { host, others });
  const acknowledged = new Map<string, string>();
  const figures = { tried: 0, unavailable: 0, errors: 0 };
  let lastStart = 0;
  let slowest = 0;
  let stopped = false;
  let failure: unknown;

  async function send(person: Person, key: string): Promise<void> {
    while (!stopped && !acknowledged.has(key)) {
      const began = performance.now();
      const { status, body } = await ask(world, `/sessions/${session}/messages/`, {
        method: 'POST',
        token: person.token,
        key,
        body: { content: key },
      });
      figures.tried += 1;
      slowest = Math.max(slowest, performance.now() - began);
      if (status === 201) {
        acknowledged.set(key, String(body.id));
        lastStart = Math.max(lastStart, began);
      } else if (status === 503) figures.unavailable += 1;
      else if (status >= 500) figures.errors += 1;
      else if (status !== 0) throw new Error(`A message was refused with ${status} ${body.code}.`);
      if (status !== 201) await sleep(PAUSE_MS);
    }
  }
  const run = Math.random().toString(36).slice(2, 8);
  const working = [host, ...others].map(async (person, sender) => {
    try {
      for (let n = 0; !stopped; n++) await send(person, `${run}-${sender}-${n}`);
    } catch (error) {
      failure ??= error;
      stopped = true;
    }
  });
  const untilHolds = (holds: () => boolean) =>
    until(() => {
      if (failure) throw failure;
      return holds();
    });

  return {
    /** Waits for this many acknowledged messages; gives up after a minute. */
    async untilAcknowledged(more: number): Promise<void> {
      const goal = acknowledged.size + more;
      await untilHolds(() => acknowledged.size >= goal);
    },
    /** Seconds until a message sent after this moment is acknowledged. */
    async recoveryFrom(moment: number): Promise<number> {
      await untilHolds(() => lastStart > moment);
      return (performance.now() - moment) / 1000;
    },
    slowestSince(): number {
      const found = slowest;
      slowest = 0;
      return found / 1000;
    },
    /** Stops the traffic and compares acknowledged messages with stored ones. */
    async end(): Promise<Pick<Outcome, 'tried' | 'lost' | 'doubled' | 'unavailable' | 'errors'>> {
      stopped = true;
      await Promise.all(working);
      const { rows } = await world.pool.query<{ content: string; ids: string[] }>(
        'select content, array_agg(id::text) as ids from session_messages where session_id = $1 group by content',
        [session],
      );
      const kept = new Map(rows.map(({ content, ids }) => [content, ids]));
      const lost = [...acknowledged].filter(([key, id]) => !kept.get(key)?.includes(id)).length;
      const doubled = rows.filter(({ ids }) => ids.length > 1).length;
      return { ...figures, lost, doubled };
    },
  };
}

export async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Nothing worked for ${seconds} seconds.`);
    await sleep(5);
  }
}
