import { join } from 'node:path';
import { compileCache, startServer } from './server-process.ts';

export type StartTimes = { coldMs: number; warmMs: number };

/** Starts the server with its own database on an empty folder, then again on the folder that leaves. */
export async function measureStart(folder: string): Promise<StartTimes> {
  const env = { DATA_DIR: join(folder, 'start'), ...compileCache(folder) };
  const cold = await startServer(env);
  await cold.stop();
  const warm = await startServer(env);
  await warm.stop();
  return { coldMs: cold.startMs, warmMs: warm.startMs };
}
