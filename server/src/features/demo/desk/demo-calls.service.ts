import type { EndpointName } from '@spotter/contract';
import type { Db } from '#platform/db/connect.ts';
import type { Logger } from '#platform/log.ts';
import { addTried } from '../demo-desk.repo.ts';
import { areaOf } from './demo-areas.policy.ts';

const EVERY_MS = 5_000;
/** Far more demos than run at a time; only a database that is away for long lets them pile up. */
const MOST_DEMOS = 10_000;

/**
 * Counts what visitors try, by the names of their calls. The counts are kept in memory and written together every few
 * seconds, so that no call costs a write.
 */
export function createDemoCalls({ db, log }: { db: Db; log: Logger }) {
  let counts = new Map<string, Map<EndpointName, number>>();

  function add(organizationId: string, name: EndpointName, times: number) {
    if (counts.size >= MOST_DEMOS) counts.clear();
    const calls = counts.get(organizationId) ?? new Map<EndpointName, number>();
    counts.set(organizationId, calls.set(name, (calls.get(name) ?? 0) + times));
  }

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const taken = [...counts].flatMap(([organizationId, calls]) =>
      [...calls].map(([call, times]) => ({ organizationId, call, times })),
    );
    counts = new Map();
    try {
      await addTried(db, taken);
    } catch (err) {
      log.warn({ err }, 'what demo visitors tried could not be written yet');
      for (const { organizationId, call, times } of taken) add(organizationId, call, times);
    }
  }

  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();
  return {
    count(organizationId: string, name: EndpointName): void {
      if (areaOf(name)) add(organizationId, name, 1);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
