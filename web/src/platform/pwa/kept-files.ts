/** One file of the build, as the bundler lists it for the worker. */
export type BuildFile = { url: string; revision: string | null };

/**
 * Whether an answer is this version's own file. A network that wants a sign-in of its own answers every address with its
 * page, and a server that was updated a moment ago has pages that name other files than this version's.
 */
export async function isOwnFile(path: string, answer: Response, files: ReadonlySet<string>): Promise<boolean> {
  // Home's page has an address without an ending.
  const isPage = /\.html$|^[^.]*$/.test(path);
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || answer.redirected || type.startsWith('text/html') !== isPage) return false;
  if (!isPage) return true;
  const named = Array.from((await answer.clone().text()).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g), ([file]) => file);
  return named.length > 0 && named.every((file) => files.has(file));
}

/** A short name for a version. */
export function fingerprint(files: readonly BuildFile[]): string {
  const text = files.map(({ url, revision }) => `${url}@${revision}`).join();
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = ((hash << 5) + hash + text.charCodeAt(i)) >>> 0;
  return hash.toString(36);
}
