import type { ChatMessage } from './session-chat.queries.ts';

export type ChatItem =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'note'; key: string; line: ChatMessage }
  /** `isFirst` and `isLast` of a run by one person; the run shows one face, one name and one time. */
  | { kind: 'bubble'; key: string; line: ChatMessage; isMine: boolean; isFirst: boolean; isLast: boolean };

const RUN_MS = 5 * 60_000;

const localDay = (instant: string) => {
  const date = new Date(instant);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

/** A line that is sent again keeps its place on the screen: its nonce names it before and after the server has it. */
const keyOf = (line: ChatMessage) => line.client_nonce ?? line.id;

const isSameRun = (one: ChatMessage | undefined, other: ChatMessage | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.kind === 'text' &&
  other.kind === 'text' &&
  !one.is_hidden &&
  !other.is_hidden &&
  one.sender?.id === other.sender?.id &&
  localDay(one.created_at) === localDay(other.created_at) &&
  Math.abs(Date.parse(other.created_at) - Date.parse(one.created_at)) < RUN_MS;

/** Lines, oldest first, as days, runs of bubbles and notes between them. */
export function layOut(lines: readonly ChatMessage[], readerId: string): ChatItem[] {
  const items: ChatItem[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    const day = localDay(line.created_at);
    if (!before || localDay(before.created_at) !== day) items.push({ kind: 'day', key: `day ${day}`, day });
    const key = keyOf(line);
    if (line.kind !== 'text' || line.is_hidden) items.push({ kind: 'note', key, line });
    else
      items.push({
        kind: 'bubble',
        key,
        line,
        isMine: line.sender?.id === readerId,
        isFirst: !isSameRun(before, line),
        isLast: !isSameRun(line, lines[index + 1]),
      });
  });
  return items;
}

/** A quick action as a sentence. */
export function noteInWords(line: ChatMessage, readerId: string): string {
  if (line.is_hidden) return 'A message from somebody you do not see.';
  if (line.kind === 'system') return line.content;
  const isMine = line.sender?.id === readerId;
  const who = isMine ? 'You' : (line.sender?.first_name ?? 'Somebody');
  const be = isMine ? 'are' : 'is';
  switch (line.action) {
    case 'running_late':
      return `${who} ${be} running ${line.details?.minutes ?? 'a few'} minutes late`;
    case 'on_my_way':
      return `${who} ${be} on the way`;
    case 'arrived':
      return `${who} ${be} here`;
    case 'cant_make_it':
      return `${who} can't make it`;
    case 'need_a_spotter':
      return `${who} ${isMine ? 'need' : 'needs'} a spotter`;
    default:
      return line.content;
  }
}
