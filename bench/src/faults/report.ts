/** Result of one drill. A write is lost when it was acknowledged and is gone, and doubled when it is stored twice. */
export type Outcome = {
  fault: string;
  /** How often the fault was caused. */
  rounds: number;
  /** Calls made during the drill. */
  tried: number;
  lost: number;
  doubled: number;
  /** Answers with 503: the client waits and tries again. */
  unavailable: number;
  /** All other 5xx answers. */
  errors: number;
  /** Seconds from the fault (or from its end) to the first successful answer. */
  recovery: number[];
  /** Rules of the drill's own that did not hold. */
  broken?: string[];
  /** Anything the figures don't show. */
  note?: string;
};

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const seconds = (values: readonly number[], share: number) => (values.length ? quantile(values, share).toFixed(2) : '');

/** Markdown, so it can be pasted into docs/reliability.md. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) =>
    [
      one.fault,
      one.rounds,
      one.tried,
      one.lost,
      one.doubled,
      one.unavailable,
      one.errors,
      seconds(one.recovery, 0.5),
      seconds(one.recovery, 0.99),
    ].join(' | '),
  );
  return [
    '| fault | times | calls tried | lost | doubled | 503 | other 5xx | seconds to recover, median | p99 |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    ...outcomes.flatMap(({ fault, note }) => (note ? ['', `${fault}: ${note}`] : [])),
  ].join('\n');
}

/** The promise for every row: nothing lost, nothing doubled, no 5xx other than 503, and the drill's own rules. */
export const isKept = ({ lost, doubled, errors, broken = [] }: Outcome): boolean =>
  lost + doubled + errors + broken.length === 0;
