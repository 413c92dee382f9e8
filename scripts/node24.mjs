/**
 * Runs a script of this folder on Node 24. npm finds the Node that came with the packages before any other, so this
 * matters only to those who call `node` themselves, or whose machine that package has no Node for.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [name, ...rest] = process.argv.slice(2);
const script = new URL(`./${name}.ts`, import.meta.url);
const packaged = join(
  fileURLToPath(new URL('../node_modules/.bin/', import.meta.url)),
  process.platform === 'win32' ? 'node.cmd' : 'node',
);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, fileURLToPath(script));
  await import(script.href);
} else if (existsSync(packaged)) {
  const args = [fileURLToPath(script), ...rest];
  const ignore = () => {};
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ignore);
  const { status } = spawnSync(packaged, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
} else {
  console.error(
    existsSync(new URL('../node_modules', import.meta.url))
      ? `Spotter needs Node 24 or later; this is ${process.versions.node}, and npm has no newer one for this machine.`
      : 'Run npm ci first.',
  );
  process.exitCode = 1;
}
