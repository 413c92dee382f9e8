import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterwards } from './cleanup.ts';

export const serverProgram = fileURLToPath(import.meta.resolve('@spotter/server/main.ts'));
const longestStart = 120_000;
const LONGEST_STOP = 20_000;
const MOST_COMPLAINTS = 4;

export type ServerProcess = { url: string; pid: number; startMs: number; stop(): Promise<void> };

/** Like `npm start`, keeps Node's compile cache for the next start. It begins empty, as after a clone. */
export const compileCache = (folder: string) => ({ NODE_COMPILE_CACHE: join(folder, 'compiled') });

/** Starts the server in its own process as in production, and waits for its first answer. `program` is another release's. */
export async function startServer(env: Record<string, string>, program = serverProgram): Promise<ServerProcess> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
  });
  // Server errors are printed next to the figures.
  let complaints = 0;
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{') && complaints++ < MOST_COMPLAINTS) console.error(line);
  });
  const stop = () => endProcess(child);
  afterwards(stop);
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(`${url}/readyz`, child);
  return { url, pid: child.pid ?? 0, startMs: performance.now() - began, stop };
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + longestStart;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} instead of answering.`);
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await sleep(10);
  }
  throw new Error(`The server did not answer within ${longestStart / 1000} seconds.`);
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  // A thread that is busy with a picture keeps its process from ending.
  const tooLong = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP);
  await gone;
  clearTimeout(tooLong);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Waits for the jobs of a start: counting a new database's figures would take a core from what is measured. */
export async function untilJobsAreDone(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (select from graphile_worker.jobs where run_at <= now())
        or exists (select from analytics_changes) or exists (select from training_changes) as busy`,
    );
    if (!rows[0]?.busy) return;
    await sleep(500);
  }
}
