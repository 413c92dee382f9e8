import { endpoints } from '@spotter/contract';
import { metrics } from './metrics.ts';

export type SlowCall = { call: string; count: number; p50_ms: number; p99_ms: number };

type Bucket = { most: number; answered: number };

/** How many answered within each limit; the last bucket has no limit and so the one before it. */
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

/** The calls of this process with the highest p99 since it started, as its metrics show them. */
export async function slowestCalls(most = 10): Promise<SlowCall[]> {
  const { values } = await metrics.requestDuration.get();
  const byCall = new Map<string, Bucket[]>();
  for (const { metricName, labels, value } of values) {
    const { op, le } = labels as { op?: string; le?: string | number };
    if (!metricName?.endsWith('_bucket') || op === undefined || !isCall(op)) continue;
    const buckets = byCall.get(op) ?? [];
    // Prometheus counts the answers of all smaller buckets in each.
    buckets.push({ most: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), answered: value });
    byCall.set(op, buckets);
  }
  return [...byCall]
    .map(([call, buckets]) => ({
      call,
      count: buckets.at(-1)?.answered ?? 0,
      p50_ms: milliseconds(quantileOf(buckets, 0.5)),
      p99_ms: milliseconds(quantileOf(buckets, 0.99)),
    }))
    .sort((one, other) => other.p99_ms - one.p99_ms)
    .slice(0, most);
}
