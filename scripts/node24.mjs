/**
 * Runs a script of this folder on Node 24. (The npm scripts `exec` it, so that no shell stands between npm and it: such a
 * shell dies of Ctrl-C at once, and npm would return before Spotter has stopped.) npm finds the Node that came with the
 * packages before any other, so the rest matters only to those who call `node` themselves.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [name, ...rest] = process.argv.slice(2);
const script = new URL(`./${name}.ts`, import.meta.url);
const packaged = join(
  fileURLToPath(new URL('../node_modules/.bin/', import.meta.url)),
  process.platform === 'win32' ? 'node.cmd' : 'node',
);

// Whoever ends npm means this too, also when npm had no chance to pass it on.
const parent = process.ppid;
const watch = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
if (process.env.npm_lifecycle_event && process.platform !== 'win32') setInterval(watch, 250).unref();

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv.splice(1, 2, fileURLToPath(script));
  await import(script.href);
} else if (existsSync(packaged)) {
  const options = { stdio: 'inherit', shell: process.platform === 'win32' };
  const child = spawn(packaged, [fileURLToPath(script), ...rest], options);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  console.error(
    existsSync(new URL('../node_modules', import.meta.url))
      ? `Spotter needs Node 24 or later; this is ${process.versions.node}, and npm has no newer one for this machine.`
      : 'Run npm ci first.',
  );
  process.exitCode = 1;
}
