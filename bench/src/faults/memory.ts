import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Outcome, quantile } from './report.ts';
import { bearer, type FaultCall, keptAlive, send } from './send.ts';
import { addSession, createWorld, newFolder, type World } from './world.ts';

/** What a gym of a thousand members calls in two to three hours. */
const CALLS_A_ROUND = 15_000;
const AT_ONCE = 12;
/** Connections, caches and compiled code fill up first. */
const WARM_UP_ROUNDS = 2;
/** Megabytes a round: 24 hours would be ten times that. */
const MOST_GROWTH = 1.5;

/** Members read, write, join and leave; visitors, each from an address of their own, open links and try to sign in. */
async function callsOf(world: World): Promise<((number: number) => FaultCall & { address?: string })[]> {
  const { people } = world;
  const [host, ...others] = people;
  const session = await addSession(world, { host: host!, others: others.slice(0, 50) });
  const get = (path: string) => (number: number) => ({
    method: 'GET',
    path: `/api/v1${path}`,
    headers: bearer(people[number % people.length]!.token),
  });
  const post = (path: string, body: (number: number) => object) => (number: number) => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { ...bearer(people[number % people.length]!.token), 'content-type': 'application/json' },
    body: JSON.stringify(body(number)),
  });
  const fromElsewhere = (number: number) => ({
    address: `127.${10 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
  });
  return [
    get('/users/me/'),
    get('/home/'),
    get('/sessions/'),
    get('/conversations/'),
    get('/notifications/unread-count/'),
    get('/notifications/'),
    get(`/sessions/${session}/`),
    get('/events/'),
    post(`/sessions/${session}/join/`, () => ({ scope: 'this' })),
    post(`/sessions/${session}/messages/`, (number) => ({ content: `Message ${number}` })),
    post(`/sessions/${session}/leave/`, () => ({ scope: 'this' })),
    (number) => ({ method: 'GET', path: `/i/org/${crypto.randomUUID()}`, headers: {}, ...fromElsewhere(number) }),
    (number) => ({
      method: 'POST',
      path: '/api/v1/auth/login/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nobody-${number}@drill.example`, password: 'a password that nobody has' }),
      ...fromElsewhere(number),
    }),
  ];
}

async function megabytesInUse(socket: string): Promise<number> {
  let text = '';
  for await (const part of connect(socket)) text += part;
  return Number(text) / 1_000_000;
}

/** Rounds of ordinary use, and what the server's process keeps of each. */
export async function keepMemory(rounds: number, deadline: number): Promise<Outcome> {
  const folder = newFolder();
  const socket = join(folder, 'heap');
  const preload = fileURLToPath(new URL('./heap.ts', import.meta.url));
  const world = await createWorld({
    folder,
    env: { NODE_OPTIONS: `--import=${preload}`, HEAP_SOCKET: socket, RATE_LIMITS: 'on' },
  });
  const calls = await callsOf(world);
  const figures = { tried: 0, unavailable: 0, errors: 0 };
  const inUse: number[] = [];
  let number = 0;
  for (let round = 0; round < rounds + WARM_UP_ROUNDS && performance.now() < deadline; round++) {
    const agent = keptAlive(AT_ONCE);
    const until = number + CALLS_A_ROUND;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (number < until) {
          const mine = number++;
          const { address, ...asked } = calls[mine % calls.length]!(mine);
          const { status } = await send(world.url(), asked, address ? { localAddress: address } : { agent });
          figures.tried += 1;
          if (status === 503) figures.unavailable += 1;
          else if (status >= 500) figures.errors += 1;
        }
      }),
    );
    agent.destroy();
    await sleep(1_000);
    inUse.push(await megabytesInUse(socket));
    console.log(`  ${number} calls: ${inUse.at(-1)?.toFixed(1)} MB in use`);
  }
  const growth = inUse.slice(WARM_UP_ROUNDS).map((megabytes, at) => megabytes - inUse[at + WARM_UP_ROUNDS - 1]!);
  const median = quantile(growth, 0.5);
  return {
    fault: 'hours of ordinary use',
    rounds: growth.length,
    ...figures,
    lost: 0,
    doubled: 0,
    recovery: [],
    broken: median > MOST_GROWTH ? [`${median.toFixed(1)} MB more in use after each ${CALLS_A_ROUND} calls`] : [],
    note: `in use ${inUse.map((megabytes) => megabytes.toFixed(1)).join(', ')} MB after each ${CALLS_A_ROUND} calls; ${median.toFixed(2)} MB a round (median)`,
  };
}
