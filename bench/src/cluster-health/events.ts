import type pg from 'pg';
import { withoutBlocks } from '../calls/live.ts';
import { openStream } from '../calls/stream.ts';
import { median, percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';

const LISTENERS = 20;
const MESSAGES = 500;
/** Before the first that counts: both sides compile and plan what they run. */
const WARM_UPS = 100;
const GROUP = '01900000-0000-7000-8000-0000000c4a71';

type Parts = { pool: pg.Pool; people: Person[]; sendTo: string; listenAt: string };

/** Milliseconds from the call on one node until each reader on the other has its event, and until the call is answered. */
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
  const took: number[] = [];
  const answered: number[] = [];
  for (let message = -WARM_UPS; message < MESSAGES; message++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = listeners.length;
    const began = performance.now();
    hear = () => {
      if (message >= 0) took.push(performance.now() - began);
      left -= 1;
      if (left === 0) resolve();
    };
    const answer = await fetch(`${sendTo}/api/v1/conversations/${GROUP}/send_message/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Message ${message}` }),
    });
    if (message >= 0) answered.push(performance.now() - began);
    if (!answer.ok) throw new Error(`Sending answered ${answer.status}: ${await answer.text()}`);
    await promise;
  }
  stop.abort();
  const both = (times: number[]) => ({ p50: median(times), p99: percentile(times, 0.99) });
  return { listeners: listeners.length, messages: MESSAGES, heard: both(took), answered: both(answered) };
}
