import { momentInWords, ownZone } from '#platform/wall-time.ts';
import type { Message } from '../conversations.queries.ts';

type Poll = NonNullable<Message['poll']>;

/** An option as readers see it. A time is by the clock of the asker's gym. */
export function optionInWords(
  { gym }: Pick<Poll, 'gym'>,
  { text, starts_at }: Poll['options'][number],
  readersZone = ownZone(),
): string {
  if (!starts_at) return text;
  const time = momentInWords(starts_at, gym?.timezone ?? readersZone, undefined, readersZone);
  return text ? `${text} · ${time}` : time;
}
