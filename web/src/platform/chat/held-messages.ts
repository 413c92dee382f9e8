/** A page as the server sends it, newest first. */
export type Page<M> = { results: M[]; next: string | null };

/** The newest messages of a chat, oldest first. Includes messages after a gap until the gap is read. */
export type HeldMessages<M> = {
  messages: M[];
  hasOlder: boolean;
  /** No message is missing between the oldest one held and this number. */
  completeTo: number;
};

type Numbered = { seq: number };

const bySeq = (one: Numbered, other: Numbered) => one.seq - other.seq;

/** The number up to which no message is missing, counting messages that follow without a gap. */
function follow(messages: readonly Numbered[], from: number): number {
  let completeTo = from;
  for (const { seq } of messages) if (seq === completeTo + 1) completeTo = seq;
  return completeTo;
}

/**
 * Adds the newest page, which may be older than the live messages received while it loaded. Drops messages before a
 * gap; scrolling up reads them again.
 */
export function withNewest<M extends Numbered>(held: HeldMessages<M> | undefined, page: Page<M>): HeldMessages<M> {
  const news = page.results.toSorted(bySeq);
  const [oldest] = news;
  const newest = news.at(-1);
  if (!oldest || !newest) return held ?? { messages: [], hasOlder: false, completeTo: 0 };
  const { messages: known, completeTo, hasOlder } = held ?? { messages: [], completeTo: 0, hasOlder: false };
  const [top] = known;
  if (held && top && top.seq <= completeTo && newest.seq < top.seq) return held;
  const isConnected = oldest.seq <= completeTo + 1;
  const before = isConnected ? known.filter(({ seq }) => seq < oldest.seq) : [];
  const messages = [...before, ...news, ...known.filter(({ seq }) => seq > newest.seq)];
  return {
    messages,
    hasOlder: before.length > 0 ? hasOlder : page.next !== null,
    completeTo: follow(messages, isConnected ? Math.max(completeTo, newest.seq) : newest.seq),
  };
}

/** Adds the page before a number, unless that message is no longer the oldest one. */
export function withOlder<M extends Numbered>(held: HeldMessages<M>, page: Page<M>, before: number): HeldMessages<M> {
  if (held.messages[0]?.seq !== before) return held;
  return { ...held, messages: [...page.results.toSorted(bySeq), ...held.messages], hasOlder: page.next !== null };
}

/** Adds one new or changed message and reports whether an earlier one was missed. */
export function withMessage<M extends Numbered>(
  held: HeldMessages<M>,
  message: M,
): { held: HeldMessages<M>; missed: boolean } {
  const [oldest] = held.messages;
  if (held.hasOlder && oldest && message.seq < oldest.seq) return { held, missed: false };
  const others = held.messages.filter(({ seq }) => seq !== message.seq);
  const messages = [...others, message].sort(bySeq);
  const completeTo = follow(messages, held.completeTo);
  return { held: { ...held, messages, completeTo }, missed: message.seq > completeTo };
}

/** The messages of a page, which has all up to a number. */
export function windowOf<M extends Numbered>(page: Page<M>, completeTo: number): HeldMessages<M> {
  return { messages: page.results.toSorted(bySeq), hasOlder: page.next !== null, completeTo };
}

/** Adds the next newer page, which has all up to a number, to messages above the newest ones. */
export function withNewer<M extends Numbered>(
  window: HeldMessages<M>,
  page: Page<M>,
  completeTo: number,
): HeldMessages<M> {
  const news = page.results.filter(({ seq }) => seq > window.completeTo).sort(bySeq);
  return { ...window, messages: [...window.messages, ...news], completeTo };
}

/** Both as one when they meet; null while messages between them are missing. */
export function joined<M extends Numbered>(window: HeldMessages<M>, held: HeldMessages<M>): HeldMessages<M> | null {
  const first = held.messages[0]?.seq ?? 0;
  if (window.completeTo + 1 < first) return null;
  const older = window.messages.filter(({ seq }) => seq < first);
  return {
    ...held,
    messages: [...older, ...held.messages],
    hasOlder: older.length > 0 ? window.hasOlder : held.hasOlder,
  };
}
