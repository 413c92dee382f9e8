import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProcess } from '../../server/src/platform/db/embedded/processes.ts';

/** Simulates a test runner that dies without ending its server, which has its own process group. */
const runner = `
  const server = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  server.once('spawn', () => console.log('server', server.pid));
  setInterval(() => {}, 1000);
`;
const steps = join(import.meta.dirname, 'test-steps.ts');
const testRun = `
  import { endAll, node, run } from ${JSON.stringify(steps)};
  void run({ command: node('-e', ${JSON.stringify(runner)}) }, true);
  process.stdin.once('data', async () => {
    await endAll();
    process.exit();
  });
`;

test('ends the servers of a runner that dies when a test run is interrupted', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', testRun], { stdio: ['pipe', 'pipe', 'inherit'] });
  const server = await new Promise<number>((found) => {
    child.stdout.on('data', (line) => found(Number(/server (\d+)/.exec(String(line))?.[1])));
  });
  expect(findProcess(server)).not.toBeNull();
  child.stdin.end('interrupt');
  await new Promise((done) => child.on('exit', done));
  expect(findProcess(server)).toBeNull();
});
