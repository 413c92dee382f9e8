/** A block of time on one day, in minutes. */
export type Block = {
  start: number;
  end: number /** Shown first when there isn't room for all. */;
  first: boolean;
};

export type Placed<B> = {
  block: B;
  /** Its position among `columns`, and how many of them it spans. */
  column: number;
  columns: number;
  span: number;
  /** Next to it is a lane for overflow. */
  besideLane: boolean;
};

export type Overflow<B> = { start: number; end: number; blocks: B[] };
export type Layout<B> = { placed: Placed<B>[]; overflow: Overflow<B>[] };

const overlap = (one: Block, other: Block) => one.start < other.end && other.start < one.end;
const inOrder = (one: Block, other: Block) => one.start - other.start || other.end - one.end;

/** Sessions that overlap, directly or through others, are laid out together. */
function clusters<B extends Block>(blocks: readonly B[]): B[][] {
  const result: B[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const block of blocks.toSorted(inOrder)) {
    if (block.start >= end) result.push([]);
    result.at(-1)?.push(block);
    end = Math.max(end, block.end);
  }
  return result;
}

function mostAtOnce(cluster: readonly Block[]): number {
  const ends: number[] = [];
  let most = 0;
  for (const { start, end } of cluster) {
    for (let index = ends.length - 1; index >= 0; index--) if ((ends[index] ?? 0) <= start) ends.splice(index, 1);
    ends.push(end);
    most = Math.max(most, ends.length);
  }
  return most;
}

/** Overflow within the same hour shares one button, so buttons never overlap. */
const SHARED_MINUTES = 60;

function gathered<B extends Block>(hidden: readonly B[]): Overflow<B>[] {
  const groups: Overflow<B>[] = [];
  for (const block of hidden.toSorted(inOrder)) {
    const group = groups.at(-1);
    if (group && block.start - group.start < SHARED_MINUTES) {
      group.blocks.push(block);
      group.end = Math.max(group.end, block.end);
    } else groups.push({ start: block.start, end: block.end, blocks: [block] });
  }
  return groups.map((group, index) => ({ ...group, end: Math.min(group.end, groups[index + 1]?.start ?? group.end) }));
}

function layOutCluster<B extends Block>(cluster: readonly B[], most: number): Layout<B> {
  const isOverfull = mostAtOnce(cluster) > most;
  const order = isOverfull
    ? [...cluster.filter(({ first }) => first), ...cluster.filter(({ first }) => !first)]
    : cluster;
  const columns: B[][] = [];
  const hidden: B[] = [];
  for (const block of order) {
    const free = columns.find((column) => !column.some((other) => overlap(block, other)));
    if (free) free.push(block);
    else if (columns.length < most) columns.push([block]);
    else hidden.push(block);
  }
  const placed = columns.flatMap((blocks, column) =>
    blocks.map((block) => {
      const taken = columns.findIndex(
        (others, index) => index > column && others.some((other) => overlap(block, other)),
      );
      const span = (taken === -1 ? columns.length : taken) - column;
      return { block, column, columns: columns.length, span, besideLane: hidden.length > 0 };
    }),
  );
  return { placed: placed.toSorted((one, other) => inOrder(one.block, other.block)), overflow: gathered(hidden) };
}

/** Lays out overlapping blocks side by side, up to a maximum; the rest is counted in the overflow lane. */
export function layOut<B extends Block>(blocks: readonly B[], most: number): Layout<B> {
  const layouts = clusters(blocks).map((cluster) => layOutCluster(cluster, most));
  return { placed: layouts.flatMap(({ placed }) => placed), overflow: layouts.flatMap(({ overflow }) => overflow) };
}
