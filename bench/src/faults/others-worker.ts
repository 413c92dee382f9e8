/** In a thread of its own, so that whatever the drill does meanwhile is not measured. See others.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { OthersWork, Sample } from './other-members.ts';
import { keptAlive, send } from './send.ts';

/** An app that waits for four answers asks for no more. */
const MOST_EACH = 4;

const { url, people, everyMs } = workerData as OthersWork;
const agent = keptAlive(people.length * MOST_EACH);
const open = people.map(() => new Set<Promise<void>>());
let samples: Sample[] = [];
let turn = 0;

const timer = setInterval(() => {
  const person = turn % people.length;
  const asks = people[person] ?? [];
  // Each is at another place of the round: people don't all do the same thing at once.
  const asked = asks[(Math.floor(turn / people.length) + person * 5) % asks.length];
  const mine = open[person];
  turn += 1;
  if (!asked || !mine || mine.size >= MOST_EACH) return;
  const call = send(url, asked, { agent }).then(({ status, ms }) => {
    samples.push({ call: `${asked.method} ${asked.path}`, status, ms });
    mine.delete(call);
  });
  mine.add(call);
}, everyMs);

parentPort?.on('message', async (wanted: 'take' | 'stop') => {
  if (wanted === 'stop') {
    clearInterval(timer);
    agent.destroy();
    return parentPort?.close();
  }
  await Promise.all(open.flatMap((mine) => [...mine]));
  parentPort?.postMessage(samples);
  samples = [];
});
