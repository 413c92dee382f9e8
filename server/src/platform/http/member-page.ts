import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';

type Chunk = { file: string; name?: string; imports?: string[] };

const addressOf = ({ path }: { path: string }) => JSON.stringify(API_ROOT + path);

/**
 * Runs while the app's files are still loading: sends the app's first calls, whose answers it finds in
 * `web/src/platform/api/early.ts`, and shows home's outline in the gym's colors to a browser with a sign-in. Home's answer
 * arrives long before the files on a phone's network, so the outline already shows the texts that `data-value` names.
 */
const earlyScript = `try {
  const token = localStorage.getItem('access_token');
  if (token) ask(token, localStorage.getItem('selected_gym_id'));
} catch {} // A browser without storage has no sign-in either.
function ask(token, gym) {
  const headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
  const atHome = location.pathname === '/app';
  const home = ${addressOf(endpoints.getHome)} + (gym ? '?gym=' + encodeURIComponent(gym) : '');
  const others = [${[endpoints.getMe, endpoints.getGymConfig, endpoints.getLiveCursor].map(addressOf)}];
  const answers = (atHome ? [home] : others).map((path) => [path, fetch(path, { headers })]);
  for (const [, answer] of answers) answer.catch(() => {});
  window.early = { token, answers: new Map(answers) };
  const { dataset, style } = document.documentElement;
  if (atHome) {
    dataset.firstScreen = '';
    const read = (answer) => (answer.ok ? answer.clone().json() : {});
    answers[0][1].then(read).then(fillOutline).catch(() => {});
  }
  const colors = JSON.parse(localStorage.getItem('theme_colors') ?? '{}');
  for (const name in colors) style.setProperty(name, colors[name]);
  // Intl's first use blocks a slow phone for a tenth of a second; in parts, while the files arrive, nobody notices.
  setTimeout(() => new Intl.Locale('en').maximize());
  setTimeout(() => Intl.Collator.supportedLocalesOf('en'));
  setTimeout(() => new Intl.DateTimeFormat('en'));
}
function fillOutline(home) {
  for (const place of document.querySelectorAll('#first-screen [data-value]'))
    place.textContent = place.dataset.value.split('.').reduce((part, name) => part?.[name], home) ?? '';
}`;

/** The inline script's hash for the content security policy. */
export const earlyScriptHash = `'sha256-${createHash('sha256').update(earlyScript).digest('base64')}'`;

/**
 * The app's page for a member's address: the files of the first screen are named in it, so that the browser fetches them
 * at once instead of learning of them one after another, and the first calls are sent with them. Home's page also has the
 * outline of home, which is painted while the files arrive.
 */
export async function memberPages(folder: string, page: string): Promise<{ home: string; other: string }> {
  const links = (await firstFiles(folder))
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const outline = await readFile(join(folder, 'first-screen.html'), 'utf8');
  const other = page
    .replace('<meta charset="utf-8" />', (first) => `${first}<script>${earlyScript}</script>`)
    .replace('</head>', (end) => `${links.join('')}${end}`);
  return { home: styleFirst(other).replace('<div id="root">', (root) => outline + root), other };
}

/** The outline needs only the style sheet, so the scripts follow it, and the font follows them. */
function styleFirst(page: string): string {
  const later = page
    .replaceAll('<script type="module"', '$& fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"');
  const [font = ''] = /<link\s+rel="preload"\s+as="font"[^>]*>/.exec(later) ?? [];
  return later.replace(font, '').replace('</head>', (end) => font.replace('<link', '$& fetchpriority="low"') + end);
}

async function firstFiles(folder: string): Promise<string[]> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const key of chunk.imports ?? []) add(manifest[key]);
  };
  for (const chunk of Object.values(manifest)) if (['member', 'theme'].includes(chunk.name ?? '')) add(chunk);
  return [...files];
}
