import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterwards } from '../cleanup.ts';
import { percentile } from '../measure.ts';
import type { FaultCall } from './send.ts';

export type Sample = { call: string; status: number; ms: number };
export type OthersWork = {
  url: string;
  /** What each of them asks for, in turn. */
  people: FaultCall[][];
  /** One of them asks every so many milliseconds, whether or not the one before was answered. */
  everyMs: number;
};
export type Waited = { p50: number; p99: number; answers: number; failed: number; slowest: string };

/** Members who use the app while somebody else misbehaves. */
export function startOthers(work: OthersWork) {
  const worker = new Worker(new URL('./others-worker.ts', import.meta.url), { workerData: work });
  worker.on('error', (error) => console.error(error));
  const stop = async () => {
    worker.postMessage('stop');
    await worker.terminate();
  };
  afterwards(stop);
  /** How they were served since the last time; waits for the answers that are still open. */
  async function take(): Promise<Waited> {
    const came = once(worker, 'message') as Promise<[Sample[]]>;
    worker.postMessage('take');
    const [samples] = await came;
    const times = samples.map(({ ms }) => ms);
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      answers: samples.length,
      slowest: [...samples].sort((one, other) => other.ms - one.ms)[0]?.call ?? '',
      failed: samples.filter(({ status }) => status === 0 || status >= 500 || status === 429).length,
    };
  }
  return { take, stop };
}
