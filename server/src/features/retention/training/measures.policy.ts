export type Scored = { p: number; left: boolean };

/** How often a member who left had the higher probability, of all pairs of one who left and one who stayed. */
export function auc(scored: readonly Scored[]): number {
  const sorted = scored.toSorted((one, other) => one.p - other.p);
  let rank = 0;
  let sum = 0;
  while (rank < sorted.length) {
    const tied = sorted.slice(rank).findIndex(({ p }) => p !== sorted[rank]!.p);
    const end = tied === -1 ? sorted.length : rank + tied;
    const mean = (rank + 1 + end) / 2;
    for (const { left } of sorted.slice(rank, end)) if (left) sum += mean;
    rank = end;
  }
  const leaving = scored.filter(({ left }) => left).length;
  return (sum - (leaving * (leaving + 1)) / 2) / (leaving * (scored.length - leaving));
}

/** How far probabilities are from what came true, in tenths of probability, weighed by how many members are in each. */
export function calibrationError(scored: readonly Scored[]): number {
  const tenths = Map.groupBy(scored, ({ p }) => Math.min(9, Math.floor(p * 10)));
  let sum = 0;
  for (const some of tenths.values())
    sum += Math.abs(some.reduce((total, { p, left }) => total + p - Number(left), 0)) / scored.length;
  return sum;
}
