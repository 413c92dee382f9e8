/**
 * `npm run drawn-pairs` writes the pairs of text and ground that the browser tests see on the app's screens, which themes
 * keep readable. With the names of tests it runs only these and adds what they see.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnPairs } from '../contract/src/theme/drawn-pairs.generated.ts';
import { buildWeb, root } from './web-build.ts';

await buildWeb(console.log);
const tests = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'spotter-pairs-'));
const seen = join(folder, 'pairs.txt');
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const { status } = spawnSync(process.execPath, [playwright, 'test', '-c', 'e2e', ...tests], {
  cwd: root,
  env: { ...process.env, DRAWN_PAIRS_FILE: seen },
  stdio: 'inherit',
});
if (status !== 0 || !existsSync(seen)) throw new Error('The browser tests failed, so the list stays as it was.');

const kept =
  tests.length > 0 ? Object.entries(drawnPairs).flatMap(([text, on]) => on.map((it) => `${text} on ${it}`)) : [];
const pairs = [...new Set([...kept, ...readFileSync(seen, 'utf8').trim().split('\n')])].sort();
rmSync(folder, { recursive: true });
const byText = Map.groupBy(pairs, (pair) => pair.split(' on ')[0]!);
const lines = [...byText].map(([text, on]) => {
  const grounds = on.map((pair) => `'${pair.split(' on ')[1]}'`);
  return `  '${text}': [${grounds.join(', ')}],\n`;
});
writeFileSync(
  join(root, 'contract/src/theme/drawn-pairs.generated.ts'),
  `/** Generated from the rendered screens by \`npm run drawn-pairs\`: each text, and the grounds on which it is drawn. */
export const drawnPairs: Readonly<Record<string, readonly string[]>> = {
${lines.join('')}};
`,
);
