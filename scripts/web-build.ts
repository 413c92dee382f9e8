import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { overBudget } from './web-budgets.ts';

export const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
const dist = join(web, 'dist');
const stamp = join(dist, '.inputs');

/** All inputs of the web build. */
const inputs = [
  'web/{src,public}/**',
  'web/{*.html,*.ts,package.json,tsconfig.json}',
  'contract/{src/**,package.json}',
  'tsconfig.base.json',
  'package-lock.json',
];

function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { cwd: root }).sort()) {
    if (!statSync(join(root, path)).isFile() || /[.]test[.]tsx?$/.test(path)) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** The web workspace's vite, wherever npm installed it; it reads its config without writing into node_modules. */
export function viteCommand(...args: string[]): string[] {
  const folder = dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'));
  return [join(folder, 'bin', 'vite.js'), ...args, '--configLoader', 'native'];
}

/** Builds the web app unless its inputs are unchanged. */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const hash = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('Building the web app…');
  // Built in a sibling folder, so an aborted build leaves the last good one.
  const fresh = `${dist}.${process.pid}`;
  try {
    await runVite(['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']);
    await compress(fresh);
    const tooLarge = overBudget(fresh);
    if (tooLarge.length > 0) throw new Error(tooLarge.join('\n'));
    writeFileSync(join(fresh, '.inputs'), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Compressed once at the highest level, instead of for every visitor. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{html,js,css,svg,json,webmanifest}', { cwd: folder });
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(join(folder, file));
      if (content.length < 256) return;
      writeFileSync(join(folder, `${file}.br`), await promisify(brotliCompress)(content));
      writeFileSync(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Builds the web app for a native app, with settings of its own. */
export const buildWebInto = (folder: string, env: Record<string, string>): Promise<void> =>
  runVite(['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], env);

async function runVite(args: string[], more: Record<string, string> = {}): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production', SPOTTER_BUILD: hashOfInputs().slice(0, 8), ...more };
  const child = spawn(process.execPath, viteCommand(...args), { cwd: web, stdio: 'inherit', env });
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('close', done);
  });
  if (code !== 0) throw new Error('The web app could not be built; the reason is above.');
}
