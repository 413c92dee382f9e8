import { parseArgs } from 'node:util';

/** Options of a run; defaults are listed in docs/bench.md. */
function whole(name: string, fallback: number, least = 1): number {
  const given = process.env[name];
  if (given === undefined || given === '') return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a whole number from ${least}.`);
  return value;
}

/** Members come in houses of a thousand, with three gyms and their sessions. */
export const HOUSE = { members: 1_000, gyms: 3, sessions: 2_000, messages: 20_000, notifications: 10_000 };

/**
 * Everything grows with the number of members. The last twentieth of the houses form one large organization, the others
 * one each.
 */
export function sizesFor(wanted: number) {
  const houses = Math.round(wanted / HOUSE.members);
  return {
    houses,
    organizations: houses - Math.max(1, Math.floor(houses / 20)) + 1,
    gyms: houses * HOUSE.gyms,
    members: houses * HOUSE.members,
    sessions: houses * HOUSE.sessions,
    messages: houses * HOUSE.messages,
    notifications: houses * HOUSE.notifications,
  };
}
export type Sizes = ReturnType<typeof sizesFor>;

/** A small platform; everything except growth is measured at this size. */
const SMALL = 20_000;

export const load = {
  connections: whole('BENCH_CONNECTIONS', 64),
  rounds: whole('BENCH_ROUNDS', 5),
  seconds: whole('BENCH_SECONDS', 4),
  /** Rounds of writes before the first that counts. */
  warmUps: whole('BENCH_WARM_UPS', 8),
  /** How many different members send requests. */
  callers: whole('BENCH_CALLERS', 2_000),
  /** How many members join at once. */
  spots: whole('BENCH_SPOTS', 640),
  /** Database connections of the server and of the floor: the server's default. */
  pool: whole('BENCH_POOL', 10, 2),
};

const parts = [
  'start',
  'reads',
  'walls',
  'sessions',
  'people',
  'streams',
  'suggestions',
  'owners',
  'live',
  'javascript',
  'lighthouse',
  'calendar',
  'long-chat',
  'feel',
  'costs',
  'churn',
  'matching',
  'demo',
  'replicas',
  'capacity',
  'cluster-health',
] as const;
export type BenchPart = (typeof parts)[number];

/** Parts that bring their own organization, and need of the others only that they are there. */
const ownData: ReadonlySet<string> = new Set([
  ...['start', 'feel', 'owners', 'costs', 'churn', 'matching', 'demo', 'replicas', 'capacity', 'cluster-health'],
]);

/**
 * `npm run bench -- reads` measures only that part; without a part it measures all. `--members` sets the larger size.
 */
export function parseOptions(words: readonly string[]): {
  parts: ReadonlySet<BenchPart>;
  sizes: Sizes;
  grown: Sizes | null;
} {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { members: { type: 'string' } },
  });
  const unknown = positionals.find((word) => !(parts as readonly string[]).includes(word));
  if (unknown) throw new Error(`Unknown part '${unknown}'. Available: ${parts.join(', ')}.`);
  const members = values.members === undefined ? SMALL : Number(values.members);
  if (!Number.isInteger(members) || members < HOUSE.members)
    throw new Error(`--members must be a whole number from ${HOUSE.members}.`);
  const wanted = positionals.length === 0 ? parts : (positionals as BenchPart[]);
  const least = wanted.every((part) => ownData.has(part)) ? HOUSE.members : SMALL;
  return {
    parts: new Set(wanted),
    sizes: sizesFor(Math.min(members, least)),
    grown: members > SMALL ? sizesFor(members) : null,
  };
}
