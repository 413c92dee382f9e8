/** A page as the server gives it, the newest first. */
export type Page<M> = { results: M[]; next: string | null };

/** The newest messages of a chat, oldest first. A message heard after a gap is among them until the gap is read. */
export type HeldMessages<M> = {
  messages: M[];
  hasOlder: boolean;
  /** Nothing is missing between the oldest message held and this number. */
  completeTo: number;
};

type Numbered = { seq: number };

const bySeq = (one: Numbered, other: Numbered) => one.seq - other.seq;

/** Up to which number nothing is missing, once the messages that follow without a gap are counted. */
function follow(messages: readonly Numbered[], from: number): number {
  let completeTo = from;
  for (const { seq } of messages) if (seq === completeTo + 1) completeTo = seq;
  return completeTo;
}

/**
 * Adds the newest page. It may be older than what is held, which hears of messages while the page is on its way. Messages
 * before a gap are dropped: they can be read again from the top of the page.
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

/** Adds the page before a number, unless that is no longer the oldest one held. */
export function withOlder<M extends Numbered>(held: HeldMessages<M>, page: Page<M>, before: number): HeldMessages<M> {
  if (held.messages[0]?.seq !== before) return held;
  return { ...held, messages: [...page.results.toSorted(bySeq), ...held.messages], hasOlder: page.next !== null };
}

/** Adds one message, new or changed, and says whether a message before it was missed. */
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
