import { endpoints } from '@spotter/contract';
import { metrics } from './metrics.ts';

export type SlowCall = { call: string; count: number; p50_ms: number; p99_ms: number };

/** How many answers took at most so many seconds; Prometheus counts those of all smaller buckets in each. */
type Bucket = { most: number; answered: number };
type Calls = ReadonlyMap<string, readonly Bucket[]>;

/** The last bucket has no limit and so the one before it. */
function quantileOf(buckets: readonly Bucket[], share: number): number {
  const wanted = (buckets.at(-1)?.answered ?? 0) * share;
  const index = buckets.findIndex(({ answered }) => answered >= wanted);
  const [found, before] = [buckets[index], buckets[index - 1] ?? { most: 0, answered: 0 }];
  if (!found || found.most === Number.POSITIVE_INFINITY) return before.most;
  const part = (wanted - before.answered) / (found.answered - before.answered);
  return before.most + part * (found.most - before.most);
}

/** Pages and files are not calls, and an open stream is not a slow answer. */
const isCall = (op: string) => op in endpoints && op !== 'streamEvents';

const milliseconds = (seconds: number) => Math.round(seconds * 10_000) / 10;

/** Every call this process has answered since it started. */
async function countedCalls(): Promise<Calls> {
  const { values } = await metrics.requestDuration.get();
  const byCall = new Map<string, Bucket[]>();
  for (const { metricName, labels, value } of values) {
    const { op, le } = labels as { op?: string; le?: string | number };
    if (!metricName?.endsWith('_bucket') || op === undefined || !isCall(op)) continue;
    const buckets = byCall.get(op) ?? [];
    buckets.push({ most: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), answered: value });
    byCall.set(op, buckets);
  }
  return byCall;
}

const since = (buckets: readonly Bucket[], before: readonly Bucket[] = []): Bucket[] =>
  buckets.map(({ most, answered }, n) => ({ most, answered: answered - (before[n]?.answered ?? 0) }));

const WINDOW_MS = 3_600_000;
/** The window ends on such a step, so a process remembers a dozen counts and no single call. */
const STEP_MS = 300_000;

/** Finds the calls of this process with the highest p99 in the last hour, from the counts of its metrics. */
export function createSlowCalls() {
  const kept: { at: number; calls: Calls }[] = [];
  return async (now: number, most = 10): Promise<SlowCall[]> => {
    const calls = await countedCalls();
    // The newest count that is an hour old stays, as what the hour began with.
    while (kept[1] && kept[1].at <= now - WINDOW_MS) kept.shift();
    const began = kept[0] && kept[0].at <= now - WINDOW_MS ? kept[0].calls : undefined;
    if (now - (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= STEP_MS) kept.push({ at: now, calls });
    return [...calls]
      .map(([call, all]) => ({ call, buckets: since(all, began?.get(call)) }))
      .filter(({ buckets }) => (buckets.at(-1)?.answered ?? 0) > 0)
      .map(({ call, buckets }) => ({
        call,
        count: buckets.at(-1)?.answered ?? 0,
        p50_ms: milliseconds(quantileOf(buckets, 0.5)),
        p99_ms: milliseconds(quantileOf(buckets, 0.99)),
      }))
      .sort((one, other) => other.p99_ms - one.p99_ms)
      .slice(0, most);
  };
}
