import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterwards } from '../cleanup.ts';
import { endProcess } from '../server-process.ts';
import { load } from '../settings.ts';
import type { FloorOrder } from './floor.ts';

export type Answering = { url: string; pid: number };

/** Starts the floor in its own process. */
export async function startFloor(order: Omit<FloorOrder, 'pool'>): Promise<Answering> {
  const child = fork(fileURLToPath(import.meta.resolve('./floor.ts')), { env: { NODE_ENV: 'production' } });
  afterwards(() => endProcess(child));
  child.send({ ...order, pool: load.pool } satisfies FloorOrder);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}
