import { loadavg } from 'node:os';
import type pg from 'pg';
import { withoutBlocks } from '../calls/live.ts';
import { openStream } from '../calls/stream.ts';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import { residentMegabytes } from '../process-figures.ts';
import type { Person } from '../signed-in.ts';

/** Milliseconds from sending until the last reader has the message, and the server's memory with many streams open. */
export type Reaching = {
  readers: number;
  messages: number;
  loadAverage: number;
  p50: number;
  p99: number;
  streams: number;
  megabytes: { before: number | null; open: number | null };
};

const MEMBERS = 250;
/** As on a phone, a tablet and two computers. */
const DEVICES = 4;
const MESSAGES = 100;
/** Messages before the first that counts: Node and PostgreSQL compile and plan the first three. */
const WARM_UPS = 10;
const STREAMS = 10_000;
const AT_ONCE = 100;
const GROUP = '01900000-0000-7000-8000-0000000c4a70';

const groupStatements = [
  `insert into conversations (organization_id, id, kind, name) values ($1, '${GROUP}', 'group', 'Everybody')`,
  `insert into conversation_members (organization_id, conversation_id, user_id) select $1, '${GROUP}', unnest($2::uuid[])`,
];

export async function measureStreams(
  server: Answering,
  pool: pg.Pool,
  { everybody, ofOneOrganization }: { everybody: Person[]; ofOneOrganization: Person[] },
): Promise<Reaching> {
  const before = residentMegabytes(server.pid);
  const stop = new AbortController();
  const members = (await withoutBlocks(pool, ofOneOrganization)).slice(0, MEMBERS);
  const [sender] = members;
  if (!sender) throw new Error('Nobody is there to send a message.');
  const values = [sender.caller.organizationId, members.map(({ caller }) => caller.userId)];
  await pool.query(groupStatements[0]!, values.slice(0, 1));
  await pool.query(groupStatements[1]!, values);

  let heard = 0;
  let all = Promise.withResolvers<void>();
  const readers = members.flatMap((person) => Array<Person>(DEVICES).fill(person));
  await openAll(server.url, readers, stop.signal, (text) => {
    if (!text.includes('event: message.created')) return;
    heard += 1;
    if (heard === readers.length) all.resolve();
  });
  const took: number[] = [];
  for (let message = -WARM_UPS; message < MESSAGES; message += 1) {
    heard = 0;
    all = Promise.withResolvers();
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/v1/conversations/${GROUP}/send_message/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Message ${message}` }),
    });
    if (!answer.ok) throw new Error(`Sending answered ${answer.status}: ${await answer.text()}`);
    await all.promise;
    if (message >= 0) took.push(performance.now() - began);
  }
  const loadAverage = loadavg()[0] ?? 0;

  const inGroup = new Set(members.map(({ caller }) => caller.userId));
  const others = everybody.filter(({ caller }) => !inGroup.has(caller.userId));
  const more = Array.from({ length: STREAMS - readers.length }, (_, index) => others[index % others.length]!);
  await openAll(server.url, more, stop.signal, () => {});
  const open = residentMegabytes(server.pid);
  stop.abort();
  return {
    readers: readers.length,
    messages: took.length,
    loadAverage,
    p50: median(took),
    p99: percentile(took, 0.99),
    streams: readers.length + more.length,
    megabytes: { before, open },
  };
}

async function openAll(url: string, people: Person[], signal: AbortSignal, onText: (text: string) => void) {
  for (let from = 0; from < people.length; from += AT_ONCE)
    await Promise.all(people.slice(from, from + AT_ONCE).map((person) => openStream(url, person, signal, onText)));
}
