import { ask, type BenchCall } from './calls/clients.ts';
import { processorSeconds } from './process-figures.ts';
import { load } from './settings.ts';

export type Target = { url: string; pid: number; requests: BenchCall[] };
/**
 * `micros` is the answering Node process's processor time per answer, in microseconds. Other processes don't affect it.
 */
export type Round = { perSecond: number; p50: number; p99: number; micros: number };

/** The server, the tight floor, and for some calls the floor that runs the server's own statements. */
type Sides<T> = { server: T; tight: T; floor?: T };
export type Race = Sides<Target>;
/** The server's throughput as a share of each floor's. */
export type Comparison = Sides<Round> & { ratio?: number; tightRatio: number };
export type MeasuredCall = { title: string; goal: number } & Comparison;

const everySide = async (race: Race, run: (target: Target) => Promise<Round>): Promise<Sides<Round>> => ({
  server: await run(race.server),
  ...(race.floor && { floor: await run(race.floor) }),
  tight: await run(race.tight),
});

/** Runs for a number of seconds, or sends each request once. */
export async function shoot({ url, pid, requests }: Target, seconds: number | 'once'): Promise<Round> {
  const before = processorSeconds(pid);
  const { answers, seconds: taken, p50, p99, problem } = await ask(url, requests, seconds);
  if (problem)
    throw new Error(`${requests[0]?.path}: ${problem}. BenchCall again: ${await answerTo(url, requests[0])}`);
  return { perSecond: answers / taken, p50, p99, micros: ((processorSeconds(pid) - before) * 1_000_000) / answers };
}

async function answerTo(url: string, asked: BenchCall | undefined): Promise<string> {
  const { path = '', headers = {}, method = 'GET', body } = asked ?? {};
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
  return `${response.status} ${(await response.text()).slice(0, 300)}`;
}

/**
 * Server and floors take turns, so other work on the machine affects all of them. First all warm up: Node compiles a call
 * while it runs, over its first few thousand answers. That is a server's first minute, not its days.
 */
export async function compare(race: Race): Promise<Comparison> {
  for (let round = 0; round < load.warmUps; round += 1) await everySide(race, (target) => shoot(target, 2));
  const rounds: Sides<Round>[] = [];
  for (let round = 0; round < load.rounds; round += 1)
    rounds.push(await everySide(race, (target) => shoot(target, load.seconds)));
  return comparison(rounds);
}

type Write = { title: string; goal: number; race: Race; before?: () => Promise<unknown> };

/** All members make one call, then all the next, on one side after the other; `tidyUp` undoes them. */
export async function compareWrites(calls: Write[], tidyUp: () => Promise<unknown>): Promise<MeasuredCall[]> {
  const rounds: Partial<Sides<Round>>[][] = calls.map(() => []);
  const sides = (['server', 'floor', 'tight'] as const).filter((side) => calls[0]?.race[side]);
  for (let round = -load.warmUps; round < load.rounds; round += 1) {
    const taken: Partial<Sides<Round>>[] = calls.map(() => ({}));
    for (const side of sides) {
      for (const [index, { race, before }] of calls.entries()) {
        await before?.();
        taken[index]![side] = await shoot(race[side]!, 'once');
      }
      await tidyUp();
    }
    if (round >= 0) for (const [index, one] of taken.entries()) rounds[index]!.push(one);
  }
  return calls.map(({ title, goal }, index) => ({ title, goal, ...comparison(rounds[index] as Sides<Round>[]) }));
}

function comparison(rounds: Sides<Round>[]): Comparison {
  const beside = (side: 'floor' | 'tight') =>
    median(rounds.map((round) => round.server.perSecond / (round[side]?.perSecond ?? Number.NaN)));
  const floors = rounds.flatMap(({ floor }) => floor ?? []);
  return {
    server: middle(rounds.map(({ server }) => server)),
    tight: middle(rounds.map(({ tight }) => tight)),
    tightRatio: beside('tight'),
    ...(floors.length > 0 && { floor: middle(floors), ratio: beside('floor') }),
  };
}

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

export const percentile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
