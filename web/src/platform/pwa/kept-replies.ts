import { isRecord } from '#platform/storage/safe-storage.ts';

/**
 * Words that a member typed into a notification and that weren't sent, until a page puts them into the chat's draft. They
 * stay out of addresses, which others may see. Signing out deletes the cache with all others.
 */
const CACHE = 'spotter-kept-replies';

type KeptReply = { owner: string; url: string; words: string };

const isKeptReply = (value: unknown): value is KeptReply =>
  isRecord(value) && [value.owner, value.url, value.words].every((part) => typeof part === 'string');

/** For the worker. `url`: where the chat is. */
export async function keepReply({ owner, url, words }: KeptReply): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(`/kept-replies/${crypto.randomUUID()}`, Response.json({ owner, url, words } satisfies KeptReply));
  } catch {
    // No room on the phone. The notification still shows the words.
  }
}

/** For the page: takes what this member typed, once. What another member typed is deleted. */
export async function takeReplies(userId: string): Promise<KeptReply[]> {
  if (!(await globalThis.caches?.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const taken: KeptReply[] = [];
  for (const request of await cache.keys()) {
    const reply: unknown = await (await cache.match(request))?.json();
    // Of several tabs, the one that deletes it has it.
    const isFirst = await cache.delete(request);
    if (isFirst && isKeptReply(reply) && reply.owner === userId) taken.push(reply);
  }
  return taken;
}
