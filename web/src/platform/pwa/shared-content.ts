import { readPushOwner } from './push-owner.ts';

/** What another app shared with this one. */
export type SharedContent = { words: string; photos: File[] };

/** A cache of its own, which signing out deletes with all others. */
const CACHE = 'spotter-shared';
const addressOf = (id: string, part: string | number) => `/shared/${id}/${part}`;
const WORDS = 'words';
const OWNER = 'owner';

/** Title, text and address as one message; a text that contains the address isn't followed by it again. */
function wordsOf(field: (name: string) => unknown): string {
  const parts: string[] = [];
  for (const name of ['title', 'text', 'url']) {
    const part = field(name);
    if (typeof part === 'string' && part.trim() && !parts.some((known) => known.includes(part.trim())))
      parts.push(part.trim());
  }
  return parts.join('\n');
}

/** For the worker: keeps a share until it is in a chat, and returns the page's address. The share before it is dropped. */
export async function keepShare(form: FormData): Promise<string> {
  const words = wordsOf((name) => form.get(name));
  try {
    await caches.delete(CACHE);
    const cache = await caches.open(CACHE);
    const id = crypto.randomUUID();
    // The worker knows the member only if they get pushes.
    const owner = await readPushOwner();
    if (owner) await cache.put(addressOf(id, OWNER), new Response(owner));
    await cache.put(addressOf(id, WORDS), new Response(words));
    const photos = form.getAll('photos').filter((part) => part instanceof File && part.size > 0);
    for (const [index, photo] of photos.entries()) await cache.put(addressOf(id, index), new Response(photo));
    return `/app/share?${new URLSearchParams({ kept: id })}`;
  } catch {
    // No room on the phone: the words still fit the address.
    return `/app/share?${new URLSearchParams({ text: words.slice(0, 2_000), missed: 'photos' })}`;
  }
}

/**
 * For the page: what its address names, also after a reload or a killed tab, until the member has chosen a chat. At the
 * latest from the first read on it is theirs, so that the next member on this phone doesn't find it in the browser's history.
 */
export async function readShare(query: URLSearchParams, reader: string): Promise<SharedContent> {
  const id = query.get('kept');
  if (!id) return { words: wordsOf((name) => query.get(name)), photos: [] };
  const cache = await caches.open(CACHE);
  const owner = await (await cache.match(addressOf(id, OWNER)))?.text();
  if (owner === undefined) await cache.put(addressOf(id, OWNER), new Response(reader));
  else if (owner !== reader) {
    await dropShare();
    return { words: '', photos: [] };
  }
  const words = (await (await cache.match(addressOf(id, WORDS)))?.text()) ?? '';
  const photos: File[] = [];
  for (let found = await photoAt(cache, id, 0); found; found = await photoAt(cache, id, photos.length))
    photos.push(found);
  return { words, photos };
}

/** A chat has it, or the member doesn't want it. */
export const dropShare = async (): Promise<void> => void (await globalThis.caches?.delete(CACHE));

async function photoAt(cache: Cache, id: string, index: number): Promise<File | null> {
  const answer = await cache.match(addressOf(id, index));
  const photo = await answer?.blob();
  return photo ? new File([photo], `photo-${index + 1}`, { type: photo.type }) : null;
}
