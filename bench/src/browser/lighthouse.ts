import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.ts';

/** Installed from npm on first use, because it brings 160 packages that nothing else needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export type PageScore = {
  page: string;
  scores: Record<Category, number>;
  /** Largest contentful paint and longest task, in milliseconds. */
  paint: number;
  longestTask: number;
  shift: number;
  requests: number;
};

type Audit = { numericValue?: number; details?: { items?: { duration?: number }[] } };
type Answer = { categories: Record<Category, { score: number | null }>; audits: Record<string, Audit | undefined> };

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

/** One cold visit on Lighthouse's slow phone, with a new profile that holds only the sign-in. */
async function visit(url: string, page: string, token: string | null): Promise<PageScore> {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'spotter-lighthouse-')), {
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(`${url}/healthz`);
    if (token) await tab.evaluate((access) => localStorage.setItem('access_token', access), token);
    const { stdout } = await promisify(execFile)(
      'npm',
      [
        ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', `${url}${page}`, `--port=${port}`],
        ...['--output=json', '--quiet', '--disable-storage-reset', `--only-categories=${categories.join(',')}`],
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    return scoreOf(page, JSON.parse(stdout));
  } finally {
    await browser.close();
  }
}

function scoreOf(page: string, { categories: scored, audits }: Answer): PageScore {
  const items = (name: string) => audits[name]?.details?.items ?? [];
  return {
    page,
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((scored[name].score ?? 0) * 100)]),
    ) as PageScore['scores'],
    paint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    longestTask: Math.max(0, ...items('long-tasks').map(({ duration = 0 }) => duration)),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    requests: items('network-requests').length,
  };
}

export async function measureLighthouse(url: string, token: string): Promise<PageScore[]> {
  return [await visit(url, '/', null), await visit(url, '/login', null), await visit(url, '/app', token)];
}
