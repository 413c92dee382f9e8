import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../../cleanup.ts';
import { freePort, startServer } from '../../server-process.ts';
import type { Person } from '../../signed-in.ts';
import type { Drill } from '../kills.ts';
import { addSession } from '../world.ts';
import { startBalancer } from './balancer.ts';
import { openReader } from './reader.ts';
import { askForAssets, layOutRelease, type Release } from './releases.ts';

const NODES = 3;
const CLIENTS = 12;
const READERS = 20;
const FEWEST_CALLS = 10_000;
/** Longer than the balancer takes to notice. */
const DRAIN_SECONDS = 5;

/**
 * Three processes behind a balancer are replaced one after the other while members call and listen, `rounds` times: by
 * those of another release with its own web app, and back. No call is repeated: one that fails counts, and so does every
 * event that a reader misses or hears twice, and every script of either release that a process doesn't have.
 */
export const restartOneByOne: Drill = async (world, rounds) => {
  const ports: number[] = [];
  for (let node = 0; node < NODES; node++) ports.push(await freePort());
  const releases = [layOutRelease(world.folder, 1), layOutRelease(world.folder, 2)] as const;
  const start = (port: number, { program }: Release) =>
    startServer({ ...world.nodeSettings, PORT: String(port), DRAIN_SECONDS: String(DRAIN_SECONDS) }, program);
  const nodes = await Promise.all(ports.map((port) => start(port, releases[0])));
  const balancer = await startBalancer(world.folder, ports);
  const [host, ...others] = world.people.slice(0, READERS + 1) as [Person, ...Person[]];
  const session = await addSession(world, { host, others });
  await untilAnswered(balancer.url);

  const readers = others.map((person) => openReader(balancer.url, person, session));
  await Promise.all(readers.map(({ opened }) => opened));
  const load = startLoad(balancer.url, [host, ...others], session);
  const stops: number[] = [];
  const addresses = [balancer.url, ...ports.map((port) => `http://127.0.0.1:${port}`)];
  const absent: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [index, port] of ports.entries()) {
      const began = performance.now();
      await nodes[index]!.stop();
      nodes[index] = await start(port, releases[(round + 1) % 2]!);
      stops.push((performance.now() - began) / 1_000);
      absent.push(
        ...(await askForAssets(
          addresses,
          releases.map(({ asset }) => asset),
        )),
      );
    }
  const { tried, failed, sent } = await load.end(FEWEST_CALLS);
  await untilAllHeard(readers, sent);
  for (const reader of readers) reader.close();

  const { rows } = await world.pool.query<{ content: string }>(
    'select content from session_messages where session_id = $1',
    [session],
  );
  const stored = new Set(rows.map(({ content }) => content));
  const missed = readers.reduce((sum, { heard }) => sum + sent.filter((content) => !heard.has(content)).length, 0);
  // Nothing was lost, so nobody has to read everything again.
  const twice = readers.reduce((sum, { doubled, resets }) => sum + doubled() + resets(), 0);
  const broken = [
    ...(failed.length > 0 ? [`${failed.length} calls failed: ${[...new Set(failed)].slice(0, 5).join('; ')}`] : []),
    ...(absent.length > 0 ? [`${absent.length} scripts were missing: ${absent.slice(0, 5).join('; ')}`] : []),
    ...(missed > 0 ? [`${missed} events were missed`] : []),
    ...(twice > 0 ? [`${twice} events came twice`] : []),
  ];
  for (const rule of broken) console.error(rule);
  return {
    fault: `${NODES} processes replaced one by one`,
    rounds: stops.length,
    tried,
    lost: sent.filter((content) => !stored.has(content)).length,
    doubled: rows.length - stored.size,
    unavailable: 0,
    errors: 0,
    recovery: stops,
    broken,
    note: `${balancer.warning}${failed.length} of ${tried} calls failed behind ${balancer.name}; ${READERS} streams resumed ${readers.reduce((sum, { resumed }) => sum + resumed(), 0)} times, missed ${missed} and doubled ${twice} of ${sent.length} events each; ${absent.length} scripts of two releases were missing. The seconds are how long a process was away.`,
  };
};

async function untilAnswered(url: string): Promise<void> {
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
}

async function untilAllHeard(
  readers: readonly { heard: ReadonlySet<string> }[],
  sent: readonly string[],
): Promise<void> {
  const deadline = performance.now() + 10_000;
  const isComplete = () => readers.every(({ heard }) => sent.every((content) => heard.has(content)));
  while (!isComplete() && performance.now() < deadline) await sleep(100);
}

/** Members who read, write and wait for each answer. */
function startLoad(url: string, people: readonly Person[], session: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  afterwards(() => agent.destroy());
  const failed: string[] = [];
  const sent: string[] = [];
  let tried = 0;
  let enough = Number.POSITIVE_INFINITY;

  const send = ({ token }: Person, method: string, path: string, body?: object) =>
    new Promise<string | null>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const answered = (message: IncomingMessage) => {
        const status = message.statusCode ?? 0;
        text(message).then(
          (said) => resolve(status < 300 ? null : `${method} ${path} answered ${status}: ${said.slice(0, 120)}`),
          (error: Error) => resolve(`${method} ${path} broke off: ${error.message}`),
        );
      };
      const asked = request(`${url}/api/v1${path}`, { method, agent, headers }, answered);
      asked.on('error', (error) => resolve(`${method} ${path} had no answer: ${error.message}`));
      asked.end(body && JSON.stringify(body));
    });

  async function client(number: number): Promise<void> {
    for (let turn = 0; tried < enough; turn++) {
      const person = people[(number + turn) % people.length]!;
      tried += 1;
      const content = `${number}-${turn}`;
      const isWrite = turn % 20 === 0;
      const failure = isWrite
        ? await send(person, 'POST', `/sessions/${session}/messages/`, { content })
        : await send(person, 'GET', turn % 2 ? '/users/me/' : '/notifications/');
      if (failure) failed.push(failure);
      else if (isWrite) sent.push(content);
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    async end(fewest: number) {
      enough = Math.max(fewest, tried);
      await Promise.all(clients);
      return { tried, failed, sent };
    },
  };
}
