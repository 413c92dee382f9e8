import autocannon from 'autocannon';
import { processorSeconds } from './process-figures.ts';
import { load } from './settings.ts';

export type Asked = { method?: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };
export type Target = { url: string; pid: number; requests: Asked[] };
/** `micros` is the processor time of the answering Node process for one answer, in microseconds: it knows no neighbours. */
export type Round = { perSecond: number; p50: number; p99: number; micros: number };
export type Comparison = { server: Round; floor: Round; ratio: number };

/** For so many seconds, or each request once. Every connection asks for other people, so that no two ask the same at once. */
export async function shoot({ url, pid, requests }: Target, seconds: number | 'once'): Promise<Round> {
  let connection = 0;
  let refusal = '';
  const before = processorSeconds(pid);
  const began = performance.now();
  let ended = began;
  const result = await autocannon({
    url,
    connections: load.connections,
    ...(seconds === 'once' ? { amount: requests.length } : { duration: seconds }),
    setupClient(client) {
      const mine = requests.filter((_, index) => index % load.connections === connection % load.connections);
      connection += 1;
      client.setRequests(mine.map((one) => ({ method: 'GET', ...one })));
      // It looks at its clock once a second only, which is too rarely for what is asked once.
      client.on('response', () => {
        ended = performance.now();
      });
      client.on('body', (body) => {
        if (body.includes('"request_id"')) refusal = String(body);
      });
    },
  });
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(
      `${requests[0]?.path}: ${result.errors} errors, ${result.timeouts} timeouts, ${result.non2xx} refusals. ${refusal}`,
    );
  const { total } = result.requests;
  return {
    perSecond: (total * 1000) / (ended - began),
    p50: result.latency.p50,
    p99: result.latency.p99,
    micros: ((processorSeconds(pid) - before) * 1_000_000) / total,
  };
}

/** Server and floor take turns, so that whatever else the machine does meets both. */
export async function compare(server: Target, floor: Target): Promise<Comparison> {
  await shoot(server, 2);
  await shoot(floor, 2);
  const pairs: { server: Round; floor: Round }[] = [];
  for (let round = 0; round < load.rounds; round += 1) {
    pairs.push({ server: await shoot(server, load.seconds), floor: await shoot(floor, load.seconds) });
  }
  return comparison(pairs);
}

export const comparison = (pairs: { server: Round; floor: Round }[]): Comparison => ({
  server: middle(pairs.map((pair) => pair.server)),
  floor: middle(pairs.map((pair) => pair.floor)),
  ratio: median(pairs.map((pair) => pair.server.perSecond / pair.floor.perSecond)),
});

export const middle = (rounds: Round[]): Round => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
  micros: median(rounds.map((round) => round.micros)),
});

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}
