import { dateFormat } from '#ui/date-format.ts';
import type { ChatMessage } from './chat.ts';

/** The rows of a chat from top to bottom, each with its own key. */
export type ChatItem<M, N> =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'note'; key: string; message: M; note: N }
  /** A run of bubbles by one sender shows one avatar, one name and one time. */
  | { kind: 'bubble'; key: string; message: M; isMine: boolean; isFirst: boolean; isLast: boolean };

const RUN_MS = 5 * 60_000;

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The calendar day on this device's clock. */
export const localDay = (date: Date) =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** A message has its nonce before and after the server stores it, so it keeps its place on the screen. */
export const keyOf = ({ client_nonce, id }: Pick<ChatMessage, 'client_nonce' | 'id'>) => client_nonce ?? id;

/** The key of the line before the first unread message. */
export const unreadKey = 'unread';

/**
 * Turns messages, oldest first, into day separators, runs of bubbles and notes. A line stands before the first message
 * by somebody else after the number `readTo`. While there are older ones, the first message isn't shown: only what
 * comes before it tells whether it starts a day or a run, and rows that change later would move the others.
 */
export function groupMessages<M extends ChatMessage, N>(
  messages: readonly M[],
  readerId: string,
  noteOf: (message: M) => N | null,
  { readTo = Number.POSITIVE_INFINITY, hasOlder = false }: { readTo?: number | undefined; hasOlder?: boolean } = {},
): ChatItem<M, N>[] {
  const rows = messages.map((message) => {
    const date = new Date(message.created_at);
    return { message, at: date.getTime(), day: localDay(date), note: noteOf(message) };
  });
  const firstUnread = rows.findIndex(
    ({ message: { seq, sender } }) => seq > readTo && sender && sender.id !== readerId,
  );
  type Row = (typeof rows)[number];
  const isSameRun = (one: Row | undefined, other: Row | undefined) =>
    one !== undefined &&
    other !== undefined &&
    other !== rows[firstUnread] &&
    one.note === null &&
    other.note === null &&
    one.message.sender?.id === other.message.sender?.id &&
    one.day === other.day &&
    Math.abs(other.at - one.at) < RUN_MS;

  const items: ChatItem<M, N>[] = [];
  let shownDay = '';
  rows.forEach((row, index) => {
    const { message, day, note } = row;
    // Only later days start a separator: an unsent message has this device's time, whose clock may be slow.
    const isNewDay = day > shownDay;
    if (isNewDay) shownDay = day;
    if (hasOlder && index === 0) return;
    if (isNewDay) items.push({ kind: 'day', key: day, day });
    if (index === firstUnread) items.push({ kind: 'unread', key: unreadKey });
    const key = keyOf(message);
    if (note !== null) items.push({ kind: 'note', key, message, note });
    else
      items.push({
        kind: 'bubble',
        key,
        message,
        isMine: message.sender?.id === readerId,
        isFirst: !isSameRun(rows[index - 1], row),
        isLast: !isSameRun(row, rows[index + 1]),
      });
  });
  return items;
}

const weekday = dateFormat({ weekday: 'long' });
const thisYear = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const anyYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** The label of a day separator. */
export function dayInWords(day: string, today: string): string {
  const date = new Date(`${day}T12:00:00`);
  const daysAgo = Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo > 1 && daysAgo < 7) return weekday.format(date);
  return (day.slice(0, 4) === today.slice(0, 4) ? thisYear : anyYear).format(date);
}
