import { parseArgs } from 'node:util';

/** What a run of the measurements can be asked for; everything has its default in docs/bench.md. */
function whole(name: string, fallback: number, least = 1): number {
  const given = process.env[name];
  if (given === undefined || given === '') return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a whole number from ${least}.`);
  return value;
}

/** People come a thousand at a time, with three gyms and everything that happens there. */
export const HOUSE = { members: 1_000, gyms: 3, sessions: 2_000, messages: 20_000, notifications: 10_000 };

/** Everything grows with the members. The last twentieth of the houses are one large organization, the others one each. */
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

/** What a small platform has; everything but the growth is measured at this size. */
const SMALL = 20_000;

export const load = {
  connections: whole('BENCH_CONNECTIONS', 64),
  rounds: whole('BENCH_ROUNDS', 5),
  seconds: whole('BENCH_SECONDS', 4),
  /** How many different people ask. */
  callers: whole('BENCH_CALLERS', 2_000),
  /** How many people join a session at once. */
  spots: whole('BENCH_SPOTS', 640),
  /** Database connections of the server, and of the floor: the server's own default. */
  pool: whole('BENCH_POOL', 10, 2),
};

const parts = ['start', 'reads', 'walls', 'sessions', 'live', 'javascript', 'lighthouse', 'calendar'] as const;
export type Part = (typeof parts)[number];

/** `npm run bench -- reads` measures only that; nothing said measures everything. `--members` sets the size to grow to. */
export function wishesOf(words: readonly string[]): { parts: ReadonlySet<Part>; sizes: Sizes; grown: Sizes | null } {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { members: { type: 'string' } },
  });
  const unknown = positionals.find((word) => !(parts as readonly string[]).includes(word));
  if (unknown) throw new Error(`There is no part '${unknown}'; there are ${parts.join(', ')}.`);
  const members = values.members === undefined ? SMALL : Number(values.members);
  if (!Number.isInteger(members) || members < HOUSE.members)
    throw new Error(`--members must be a whole number from ${HOUSE.members}.`);
  return {
    parts: new Set(positionals.length === 0 ? parts : (positionals as Part[])),
    sizes: sizesFor(Math.min(members, SMALL)),
    grown: members > SMALL ? sizesFor(members) : null,
  };
}
