import { setTimeout as sleep } from 'node:timers/promises';
import { ask, until } from '../../faults/traffic.ts';
import type { Person } from '../../signed-in.ts';

/** Between two messages of a writer, and between two tries of one: availability is measured here, not speed. */
const PAUSE_MS = 100;
const LONGEST_OUTAGE_S = 120;

export type Written = { content: string; id: string; startedAt: number; seconds: number };

/** Members who write to one session. Each repeats a message under its key until it is acknowledged, as the app does. */
export function startWriters(url: string, people: readonly Person[], session: string) {
  const written: Written[] = [];
  const refused: string[] = [];
  const lastStart = people.map(() => 0);
  let isStopped = false;

  async function write(writer: number, content: string): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const { status, body } = await ask({ url: () => url }, `/sessions/${session}/messages/`, {
        method: 'POST',
        token: people[writer]!.token,
        key: content,
        body: { content },
      });
      if (status === 201) {
        written.push({ content, id: String(body.id), startedAt, seconds: (performance.now() - startedAt) / 1_000 });
        lastStart[writer] = startedAt;
        return;
      }
      if (status >= 400 && status < 500) return void refused.push(`${status} ${body.code}`);
      if (isStopped) return;
      await sleep(PAUSE_MS);
    }
  }
  const working = people.map(async (_person, writer) => {
    for (let number = 0; !isStopped; number++) {
      await write(writer, `${session.slice(-6)}-${writer}-${number}`);
      await sleep(PAUSE_MS);
    }
  });
  return {
    written: written as readonly Written[],
    /** Messages the server wouldn't take at all. */
    refused: refused as readonly string[],
    /** Waits until every member has written something that they began after this moment. */
    untilAllWriteAfter: (moment: number) => until(() => lastStart.every((start) => start > moment), LONGEST_OUTAGE_S),
    /** The longest that a member waited for a message, from its first try, of those acknowledged since a moment. */
    longestSince: (moment: number) =>
      Math.max(
        0,
        ...written.filter((one) => one.startedAt + one.seconds * 1_000 > moment).map(({ seconds }) => seconds),
      ),
    async end(): Promise<void> {
      isStopped = true;
      await Promise.all(working);
    },
  };
}
