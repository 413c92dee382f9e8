import { momentInWords, zoneName } from '#platform/wall-time.ts';
import type { Message } from '../conversations.queries.ts';

type Poll = NonNullable<Message['poll']>;

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An option as readers see it. A time is by the clock of the asker's gym, which is named where the reader's differs. */
export function optionInWords(
  { gym }: Pick<Poll, 'gym'>,
  { text, starts_at }: Poll['options'][number],
  ownZone = deviceZone(),
): string {
  if (!starts_at) return text;
  const zone = gym?.timezone ?? ownZone;
  const [name, ownName] = [zone, ownZone].map((one) => zoneName(Date.parse(starts_at), one));
  const time = momentInWords(starts_at, zone);
  const named = zone === ownZone || name === ownName ? time : `${time} ${name}`;
  return text ? `${text} · ${named}` : named;
}
