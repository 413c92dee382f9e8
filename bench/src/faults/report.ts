/** What one kind of fault did. A write is lost when it was acknowledged and is gone, doubled when it is there twice. */
export type Outcome = {
  fault: string;
  /** How often the fault was made to happen. */
  rounds: number;
  /** Calls that were made meanwhile. */
  tried: number;
  lost: number;
  doubled: number;
  /** Answers 503: the client waits and asks again. */
  unavailable: number;
  /** All other answers from 500 on. */
  errors: number;
  /** Seconds from the fault, or from its end, to the first answer after it. */
  recovery: number[];
  /** What the figures leave out. */
  note?: string;
};

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const seconds = (values: readonly number[], share: number) => (values.length ? quantile(values, share).toFixed(2) : '');

/** As Markdown, so that docs/reliability.md can hold it as it is. */
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

/** What we promise, per row: nothing lost, nothing doubled, no fault of ours. */
export const isKept = ({ lost, doubled, errors }: Outcome): boolean => lost + doubled + errors === 0;
