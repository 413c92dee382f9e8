import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { afterwards } from '../cleanup.ts';
import { endProcess } from '../server-process.ts';
import { load } from '../settings.ts';

export type BenchCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};
export type Shots = { answers: number; seconds: number; p50: number; p99: number; problem: string | null };

type Connections = {
  connections?: number;
  /** All are open before the first request; with wrk alone. */
  settled?: boolean;
};

/**
 * Sends requests for a number of seconds, or each request once. No two connections act for the same member at a time.
 */
type Client = (url: string, requests: BenchCall[], seconds: number | 'once', over?: Connections) => Promise<Shots>;

/** wrk leaves almost all processor time to the server and the floor. Without wrk, autocannon does the same job. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

const script = fileURLToPath(import.meta.resolve('./client.lua'));
let folder: string | undefined;

function requestsFile(url: string, requests: BenchCall[]): string {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'spotter-bench-requests-'));
    const made = folder;
    afterwards(() => rmSync(made, { recursive: true, force: true }));
  }
  const { host } = new URL(url);
  const lines = requests.map(({ method = 'GET', path, headers, body = '' }) => {
    const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const head = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
    return JSON.stringify(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  });
  const file = join(folder, 'requests.lua');
  writeFileSync(file, `return {\n${lines.join(',\n')}\n}\n`);
  return file;
}

type Line = { seconds?: number; answers?: number; micros?: number; p50?: number; p99?: number } & {
  refused?: number;
  failed?: number;
};

const SETTLE_MS = 1_000;

const byWrk: Client = async (url, requests, seconds, { connections = load.connections, settled = false } = {}) => {
  const isOnce = seconds === 'once';
  const settleMs = settled ? SETTLE_MS : 0;
  const duration = isOnce ? '10m' : `${seconds + settleMs / 1_000}s`;
  const options = ['-t', '1', '-c', String(connections), '-d', duration, '--timeout', '60s', '-s', script, url];
  const child: ChildProcess = spawn('wrk', options, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      BENCH_REQUESTS: requestsFile(url, requests),
      BENCH_ONCE: String(isOnce),
      BENCH_CONNECTIONS: String(connections),
      BENCH_SETTLE_MS: String(settleMs),
    },
  });
  afterwards(() => endProcess(child));
  const said: Line = {};
  createInterface(child.stdout!).on('line', (line) => {
    if (!line.startsWith('{')) return;
    Object.assign(said, JSON.parse(line));
    if (said.answers === undefined) child.kill('SIGINT');
  });
  await once(child, 'close');
  const { answers = 0, micros = 0, p50 = 0, p99 = 0, refused = 0, failed = 0 } = said;
  const problem = refused + failed > 0 || answers === 0 ? `${refused} refusals, ${failed} errors` : null;
  return { answers, seconds: said.seconds ?? (micros / 1_000 - settleMs) / 1_000, p50, p99, problem };
};

const byAutocannon: Client = async (url, requests, seconds, { connections = load.connections } = {}) => {
  let connection = 0;
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    url,
    connections,
    ...(seconds === 'once' ? { amount: requests.length } : { duration: seconds }),
    setupClient(client) {
      const mine = requests.filter((_, index) => index % connections === connection % connections);
      connection += 1;
      client.setRequests(mine.map((one) => ({ method: 'GET', ...one })));
      // autocannon checks its clock once a second, which is too coarse for requests that are sent only once.
      client.on('response', () => {
        ended = performance.now();
      });
    },
  });
  const { errors, timeouts, non2xx, latency } = result;
  const problem = errors + timeouts + non2xx > 0 ? `${non2xx} refusals, ${errors + timeouts} errors` : null;
  return {
    answers: result.requests.total,
    seconds: (ended - began) / 1000,
    p50: latency.p50,
    p99: latency.p99,
    problem,
  };
};

export const ask: Client = hasWrk ? byWrk : byAutocannon;
