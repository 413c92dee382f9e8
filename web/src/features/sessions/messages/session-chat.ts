import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';

/** What is held of a session's chat: its newest lines without a gap between them, oldest first. */
export type Chat = { lines: SessionMessage[]; hasOlder: boolean };

type Page = { results: SessionMessage[]; next: string | null };

const inOrder = (lines: Iterable<SessionMessage>) => [...lines].sort((one, other) => one.seq - other.seq);

/** Each number once; where both know a line, the later knowledge counts. */
function together(known: readonly SessionMessage[], news: readonly SessionMessage[]): SessionMessage[] {
  const byNumber = new Map(known.map((line) => [line.seq, line]));
  for (const line of news) byNumber.set(line.seq, line);
  return inOrder(byNumber.values());
}

/**
 * The newest page put to what is held, which may have heard of newer lines while the page was on its way. What lies
 * before a gap is let go: it can be read again from the top of the page.
 */
export function withNewest(chat: Chat | undefined, page: Page): Chat {
  const news = inOrder(page.results);
  const [oldest] = news;
  const hasOlder = page.next !== null;
  if (!oldest || !chat) return { lines: together(chat?.lines ?? [], news), hasOlder };
  const before = chat.lines.filter(({ seq }) => seq < oldest.seq);
  const meets = before.some(({ seq }) => seq === oldest.seq - 1);
  const since = chat.lines.filter(({ seq }) => seq >= oldest.seq);
  return meets
    ? { lines: together([...before, ...since], news), hasOlder: chat.hasOlder }
    : { lines: together(since, news), hasOlder };
}

export const withOlder = (chat: Chat, page: Page): Chat => ({
  lines: together(chat.lines, page.results),
  hasOlder: page.next !== null,
});

/** One more line, and whether something between it and what is held was missed. */
export function withLine(chat: Chat, line: SessionMessage): { chat: Chat; missed: boolean } {
  const newest = chat.lines.at(-1)?.seq ?? (chat.hasOlder ? line.seq : 0);
  return { chat: { ...chat, lines: together(chat.lines, [line]) }, missed: line.seq > newest + 1 };
}
