import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withoutBlocks } from '../calls/live.ts';
import { openStream } from '../calls/stream.ts';
import { median, percentile } from '../measure.ts';
import { untilJobsAreDone } from '../server-process.ts';
import type { Person } from '../signed-in.ts';

const LISTENERS = 20;
const MESSAGES = 500;
/** Ten messages a second, more than a group of people writes. Each also notifies twenty people. */
export const PACE_MS = 100;
/** Sent before the first that counts: both nodes compile what they run, and plan it on each of their connections. */
const WARM_UPS = 600;
const GROUP = '01900000-0000-7000-8000-0000000c4a71';

type Parts = { pool: pg.Pool; people: Person[]; sendTo: string; listenAt: string };

/**
 * Milliseconds from the call on one node until each reader on the other has its event, and until the call is answered:
 * ten messages a second, and as many as can be heard one after the other.
 */
export async function measureEvents({ pool, people, sendTo, listenAt }: Parts) {
  const members = (await withoutBlocks(pool, people)).slice(0, LISTENERS + 1);
  const [sender, ...listeners] = members as [Person, ...Person[]];
  const { organizationId } = sender.caller;
  await pool.query(
    `insert into conversations (organization_id, id, kind, name) values ($1, '${GROUP}', 'group', 'Everybody')`,
    [organizationId],
  );
  await pool.query(
    `insert into conversation_members (organization_id, conversation_id, user_id) select $1, '${GROUP}', unnest($2::uuid[])`,
    [organizationId, members.map(({ caller }) => caller.userId)],
  );
  const stop = new AbortController();
  let hear = () => {};
  const onText = (text: string) => {
    if (text.includes('event: message.created')) hear();
  };
  await Promise.all(listeners.map((person) => openStream(listenAt, person, stop.signal, onText)));
  /** Sends one message, and returns when it was answered and when each reader heard it. */
  async function send(content: string) {
    const heard: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const began = performance.now();
    hear = () => {
      heard.push(performance.now() - began);
      if (heard.length === listeners.length) resolve();
    };
    const answer = await fetch(`${sendTo}/api/v1/conversations/${GROUP}/send_message/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    });
    const answered = performance.now() - began;
    if (!answer.ok) throw new Error(`Sending answered ${answer.status}: ${await answer.text()}`);
    await promise;
    return { heard, answered };
  }
  /** Each message follows when the one before was heard, but no sooner than at this pace. */
  async function sendAll(messages: number, paceMs: number) {
    const heard: number[] = [];
    const answered: number[] = [];
    for (let message = 0; message < messages; message++) {
      const pause = sleep(paceMs);
      const took = await send(`Message ${message}`);
      heard.push(...took.heard);
      answered.push(took.answered);
      await pause;
    }
    return { heard: both(heard), answered: both(answered) };
  }
  await sendAll(WARM_UPS, 0);
  await untilJobsAreDone(pool);
  const paced = await sendAll(MESSAGES, PACE_MS);
  const crowded = await sendAll(MESSAGES, 0);
  stop.abort();
  return { listeners: listeners.length, messages: MESSAGES, paced, crowded };
}

const both = (times: number[]) => ({ p50: median(times), p99: percentile(times, 0.99) });
