/** `npm run dev`: the server restarts and the web app reloads when a file changes; one address serves both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root, viteCommand } from './web-build.ts';

const host = process.env.HOST ?? '127.0.0.1';
const port = process.env.PORT ?? '3000';
const apiPort = String(await freePort());
const address = `http://${host}:${port}`;

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_ENV: 'development', PUBLIC_URL: address, ...process.env, PORT: apiPort, HOST: '127.0.0.1' },
  }),
  spawn(
    process.execPath,
    viteCommand('--host', host, '--port', port, '--strictPort', '--logLevel', 'warn', '--clearScreen', 'false'),
    {
      cwd: join(root, 'web'),
      stdio: 'inherit',
      env: { ...process.env, SPOTTER_SERVER: `http://127.0.0.1:${apiPort}` },
    },
  ),
];

let stopping = false;
function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
for (const child of children) child.on('exit', () => stop(stopping ? 0 : 1));
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((done, failed) => {
    probe.on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const found = probe.address();
      probe.close(() => (found && typeof found === 'object' ? done(found.port) : failed(new Error('no free port'))));
    });
  });
}
