import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; name?: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

/** By the address or window: the chunks of its first load, and the most kilobytes (1,000 bytes, brotli) they may have. */
const budgets: Record<string, { chunks: string[]; kilobytes: number }> = {
  '/': { chunks: ['index'], kilobytes: 2 },
  '/login': { chunks: ['start', 'login'], kilobytes: 115 },
  '/app': { chunks: ['start', 'member', 'theme'], kilobytes: 166 },
  '/app/calendar': { chunks: ['member', 'theme', 'calendar-page'], kilobytes: 236 },
  'the messages window': { chunks: ['member', 'theme', 'member-modals', 'messages-modal'], kilobytes: 280 },
  '/admin': { chunks: ['theme', 'admin-area', 'dashboard-page'], kilobytes: 236 },
};

/** The files of these chunks and of everything they import before they run. */
export function firstLoad(manifest: Manifest, names: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const key of chunk.imports ?? []) add(manifest[key]);
  };
  for (const name of names) {
    const chunk = Object.values(manifest).find((one) => one.name === name && one.file.endsWith('.js'));
    if (!chunk) throw new Error(`The web build has no file '${name}', so its size cannot be checked.`);
    add(chunk);
  }
  return [...files];
}

/** The first loads that are too large, in words. */
export function overBudget(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  return Object.entries(budgets).flatMap(([place, { chunks, kilobytes }]) => {
    const size = firstLoad(manifest, chunks).reduce((sum, file) => sum + sizeOf(join(folder, file)), 0) / 1000;
    if (size <= kilobytes) return [];
    return [
      `The first load of ${place} has ${size.toFixed(1)} KB of JavaScript, and at most ${kilobytes} KB are allowed.`,
    ];
  });
}

/** As it travels; small files are not compressed. */
const sizeOf = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
