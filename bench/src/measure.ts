import { type Asked, ask } from './calls/clients.ts';
import { processorSeconds } from './process-figures.ts';
import { load } from './settings.ts';

export type Target = { url: string; pid: number; requests: Asked[] };
/**
 * `micros` is the answering Node process's processor time per answer, in microseconds. Other processes don't affect it.
 */
export type Round = { perSecond: number; p50: number; p99: number; micros: number };

/** The server, the floor that runs the server's own statements, and the tight floor. */
export const sides = ['server', 'floor', 'tight'] as const;
export type Sides<T> = Record<(typeof sides)[number], T>;
export type Race = Sides<Target>;
/** The server's throughput as a share of each floor's. */
export type Comparison = Sides<Round> & { ratio: number; tightRatio: number };

/** Runs for a number of seconds, or sends each request once. */
export async function shoot({ url, pid, requests }: Target, seconds: number | 'once'): Promise<Round> {
  const before = processorSeconds(pid);
  const { answers, seconds: taken, p50, p99, problem } = await ask(url, requests, seconds);
  if (problem) throw new Error(`${requests[0]?.path}: ${problem}. Asked again: ${await answerTo(url, requests[0])}`);
  return { perSecond: answers / taken, p50, p99, micros: ((processorSeconds(pid) - before) * 1_000_000) / answers };
}

async function answerTo(url: string, asked: Asked | undefined): Promise<string> {
  const { path = '', headers = {}, method = 'GET', body } = asked ?? {};
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
  return `${response.status} ${(await response.text()).slice(0, 300)}`;
}

/** Server and floors take turns, so other work on the machine affects all of them. */
export async function compare(race: Race): Promise<Comparison> {
  for (const side of sides) await shoot(race[side], 2);
  const rounds: Sides<Round>[] = [];
  for (let round = 0; round < load.rounds; round += 1) {
    const server = await shoot(race.server, load.seconds);
    const floor = await shoot(race.floor, load.seconds);
    rounds.push({ server, floor, tight: await shoot(race.tight, load.seconds) });
  }
  return comparison(rounds);
}

export const comparison = (rounds: Sides<Round>[]): Comparison => ({
  server: middle(rounds.map((round) => round.server)),
  floor: middle(rounds.map((round) => round.floor)),
  tight: middle(rounds.map((round) => round.tight)),
  ratio: median(rounds.map((round) => round.server.perSecond / round.floor.perSecond)),
  tightRatio: median(rounds.map((round) => round.server.perSecond / round.tight.perSecond)),
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
