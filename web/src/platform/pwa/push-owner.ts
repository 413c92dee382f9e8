/**
 * The member whose pushes this browser shows, as the worker can read it. It is a cache, because signing out deletes every
 * cache: a push that was still on its way is then shown without its content.
 */
const CACHE = 'spotter-push-owner';
const ENTRY = '/push-owner';

/** A browser that stores nothing shows pushes without their content. */
export async function keepPushOwner(userId: string): Promise<void> {
  await (await caches.open(CACHE)).put(ENTRY, new Response(userId));
}

export const forgetPushOwner = async (): Promise<void> => void (await globalThis.caches?.delete(CACHE));

export async function readPushOwner(): Promise<string | null> {
  try {
    // Not `open`, which would create it again after a sign-out.
    return (await (await caches.match(ENTRY, { cacheName: CACHE }))?.text()) ?? null;
  } catch {
    return null;
  }
}
