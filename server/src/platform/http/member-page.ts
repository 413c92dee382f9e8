import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';

type Chunk = { file: string; name?: string; imports?: string[] };

/** What the app asks for before it draws anything. */
const firstCalls = [endpoints.getMe, endpoints.getGymConfig, endpoints.getLiveCursor].map(
  ({ path }) => API_ROOT + path,
);

/** Runs before the app's files have arrived, which then find the answers under way (`web/src/platform/api/early.ts`). */
const earlyScript = `try {
  const token = localStorage.getItem('access_token');
  if (token) ask(token);
} catch {} // A browser that keeps nothing has no sign-in either.
function ask(token) {
  const headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
  const answers = ${JSON.stringify(firstCalls)}.map((path) => [path, fetch(path, { headers })]);
  for (const [, answer] of answers) answer.catch(() => {});
  window.early = { token, answers: new Map(answers) };
}`;

/** The inline script's mark for the content security policy. */
export const earlyScriptHash = `'sha256-${createHash('sha256').update(earlyScript).digest('base64')}'`;

/**
 * The app's page for a member's address: the files of the first screen are named in it, so that the browser fetches them
 * at once instead of learning of them one after another, and the first calls are sent with them.
 */
export async function memberPage(folder: string, page: string): Promise<string> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const names = ['member', 'apply-theme-config'];
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const key of chunk.imports ?? []) add(manifest[key]);
  };
  for (const chunk of Object.values(manifest)) if (names.includes(chunk.name ?? '')) add(chunk);
  const links = [...files]
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return page
    .replace('<meta charset="utf-8" />', (first) => `${first}<script>${earlyScript}</script>`)
    .replace('</head>', (end) => `${links.join('')}${end}`);
}
