import { quantile } from '../../faults/report.ts';

/** What members noticed of one part's loss. */
export type Outcome = {
  what: string;
  mostSeconds: number;
  /** The longest wait for a write in each round. */
  outages: number[];
  written: number;
  /** Acknowledged, and gone. */
  lost: number;
  /** Stored twice. */
  doubled: number;
  /** Of all live streams together. */
  missedEvents: number;
  doubledEvents: number;
  /** Readers who had to read everything again although nothing was lost. */
  resets: number;
};

const seconds = (value: number) => value.toFixed(1);

/** Markdown, so it can be pasted into docs/cluster.md. */
export function table(outcomes: readonly Outcome[]): string {
  const head =
    '| killed | times | outage, median | p99 | longest | goal | writes | lost | doubled | events missed | doubled | resets | kept |';
  const rows = outcomes.map((one) =>
    [
      one.what,
      one.outages.length,
      ...[0.5, 0.99, 1].map((share) => `${seconds(quantile(one.outages, share))} s`),
      `${one.mostSeconds} s`,
      one.written,
      ...[one.lost, one.doubled, one.missedEvents, one.doubledEvents, one.resets],
      isKept(one) ? 'yes' : 'no',
    ].join(' | '),
  );
  return [head, head.replaceAll(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row} |`)].join('\n');
}

export const isKept = ({ outages, mostSeconds, lost, doubled, ...events }: Outcome): boolean =>
  quantile(outages, 0.99) <= mostSeconds &&
  lost + doubled + events.missedEvents + events.doubledEvents + events.resets === 0;
