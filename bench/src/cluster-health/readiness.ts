import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../calls/clients.ts';
import { median, percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';

export const CONNECTIONS = 256;
const SECONDS = 10;
/** As a balancer asks, only more often. */
const PAUSE_MS = 20;

/** How long a node takes to say that it is ready, to many at once and beside many other calls. */
export async function measureReadiness(url: string, people: readonly Person[]) {
  const readiness = Array.from({ length: CONNECTIONS }, () => ({ path: '/readyz', headers: {} }));
  const over = { connections: CONNECTIONS, settled: true };
  await ask(url, readiness, 3, over);
  const { answers, seconds, p50, p99 } = await ask(url, readiness, SECONDS, over);
  const reads = people.map(({ token }) => ({
    path: '/api/v1/users/me/',
    headers: { authorization: `Bearer ${token}` },
  }));
  const reading = ask(url, reads, SECONDS, over);
  let isReading = true;
  void reading.finally(() => {
    isReading = false;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  while (isReading) {
    took.push(await timeOf(`${url}/readyz`, agent));
    await sleep(PAUSE_MS);
  }
  await reading;
  agent.destroy();
  return {
    asked: { perSecond: answers / seconds, p50, p99 },
    beside: { p50: median(took), p99: percentile(took, 0.99) },
  };
}

function timeOf(url: string, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`/readyz answered ${answer.statusCode}.`));
      answer.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}
