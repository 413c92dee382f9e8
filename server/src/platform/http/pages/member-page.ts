import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';

type Chunk = { file: string; name?: string; imports?: string[] };

const addressOf = ({ path }: { path: string }) => JSON.stringify(API_ROOT + path);

/** A slow server must not keep the files back for longer. */
const LONGEST_WAIT_MS = 500;

/**
 * Runs before the app's files: sends the app's first calls, whose answers it finds in `web/src/platform/api/early.ts`, and
 * shows home's outline in the gym's colors to a browser with a sign-in. Home's answer is small beside the files, so home's
 * page asks for them when the outline shows the texts that `data-value` names.
 */
const earlyScript = `let waits = false;
try {
  const token = localStorage.getItem('access_token');
  if (token) ask(token, localStorage.getItem('selected_gym_id'));
} catch {} // A browser without storage has no sign-in either.
if (!waits) addFiles();
function ask(token, gym) {
  const headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
  const atHome = location.pathname === '/app';
  const home = ${addressOf(endpoints.getHome)} + (gym ? '?gym=' + encodeURIComponent(gym) : '');
  const others = [${[endpoints.getMe, endpoints.getGymConfig, endpoints.getLiveCursor].map(addressOf)}];
  const calls = atHome ? [home] : /^\\/app\\//.test(location.pathname) ? others : [];
  const answers = calls.map((path) => [path, fetch(path, { headers })]);
  for (const [, answer] of answers) answer.catch(() => {}); // The app hears of a failure.
  window.early = { token, answers: new Map(answers) };
  const { dataset, style } = document.documentElement;
  if (atHome) {
    dataset.firstScreen = '';
    const read = (answer) => (answer.ok ? answer.clone().json() : {});
    answers[0][1].then(read).then(fillOutline).then(nextFrame).catch(() => {}).then(addFiles);
    // A worker has the files on the device, so nothing is gained by waiting.
    setTimeout(addFiles, navigator.serviceWorker?.controller ? 0 : ${LONGEST_WAIT_MS});
    waits = true;
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
}
function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
function addFiles() {
  // Added scripts don't wait for the page's end, where their place is.
  if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', addFiles);
  const files = document.getElementById('files');
  files?.replaceWith(files.content);
}`;

/** Home, the other pages of members, and those of admins, which need only the colors early. */
type Pages = Record<'home' | 'other' | 'admin', string>;

/** The inline script's hash for the content security policy. */
export const earlyScriptHash = `'sha256-${createHash('sha256').update(earlyScript).digest('base64')}'`;

/**
 * The app's page for a member's address: the files of the first screen are named in it, so that the browser fetches them
 * together instead of learning of them one after another, and the first calls are sent by it. Home's page also has the
 * outline of home, which is painted before the files arrive.
 */
export async function memberPages(folder: string, page: string): Promise<Pages> {
  const links = (await firstFiles(folder))
    .filter((file) => !page.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const outline = await readFile(join(folder, 'first-screen.html'), 'utf8');
  const admin = page.replace('<meta charset="utf-8" />', (first) => `${first}<script>${earlyScript}</script>`);
  const other = admin.replace('</head>', (end) => `${links.join('')}${end}`);
  return { home: filesLater(other).replace('<div id="root">', (root) => outline + root), other, admin };
}

/** Keeps scripts and font back until the early script adds them: the outline needs the style sheet and home's answer. */
function filesLater(page: string): string {
  const scripts = page.match(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
  const fonts = page.match(/<link\s+rel="preload"[^>]*>/g) ?? [];
  const rest = [...scripts, ...fonts].reduce((text, file) => text.replace(file, ''), page);
  const files = [...scripts, ...fonts.map((font) => font.replace('<link', '$& fetchpriority="low"'))];
  return rest.replace('<script>', (early) => `<template id="files">${files.join('')}</template>${early}`);
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
