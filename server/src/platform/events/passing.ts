import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';

/** The channel for events that are never stored. */
export const PASSING_CHANNEL = 'passing';

/** Events that only matter while they happen: a reader who isn't connected never gets them. */
export type PassingEvent = Extract<LiveEvent, { type: 'typing' | 'presence' }>;
export type PassingNotice = { scope: string; to: string[]; event: PassingEvent };

/** PostgreSQL carries 8,000 bytes in one notification; an id takes 39 of them. */
const MOST_READERS = 150;

const notifyStatement = statement('notify-passing', { channel: 'text', notices: 'text[]' })(
  'select pg_notify($channel, notice) from unnest($notices) notice',
);

export async function sendPassing(
  read: Read,
  scope: string,
  to: readonly string[],
  event: PassingEvent,
): Promise<void> {
  const notices: string[] = [];
  for (let from = 0; from < to.length; from += MOST_READERS) {
    const notice: PassingNotice = { scope, to: to.slice(from, from + MOST_READERS), event };
    notices.push(JSON.stringify(notice));
  }
  if (notices.length > 0) await read(notifyStatement, { channel: PASSING_CHANNEL, notices });
}
