/** Which version's worker is active. Signing out deletes it with all caches, and the next page writes it again. */
const CACHE = 'spotter-active-version';
const ENTRY = '/active-version';

/** This version's worker is active from now on. Returns the one that was active before it, unless the phone is full. */
export async function takeTurn(version: string): Promise<string | undefined> {
  try {
    const cache = await caches.open(CACHE);
    const before = await (await cache.match(ENTRY))?.text();
    await cache.put(ENTRY, new Response(version));
    return before;
  } catch {
    return undefined;
  }
}
