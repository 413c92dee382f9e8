import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './pgbouncer.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The server as it is started in production, with its jobs. */
export async function startServerProcess(environment: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DEMO_STOCK: '0', ...environment },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(
      (answer) => answer.status,
      () => 0,
    );
  return { said: () => said.join(''), get, ended, end: () => child.kill('SIGTERM') };
}
