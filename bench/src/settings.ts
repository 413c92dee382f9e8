/** What a run of the measurements can be asked for; everything has its default in docs/bench.md. */
function whole(name: string, fallback: number, least = 1): number {
  const given = process.env[name];
  if (given === undefined || given === '') return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a whole number from ${least}.`);
  return value;
}

const membersOfAnOrganization = 1_000;
const members = whole('BENCH_MEMBERS', 20_000, membersOfAnOrganization);
const organizations = Math.round(members / membersOfAnOrganization);

/** Everything grows with the members. */
export const sizes = {
  organizations,
  gyms: organizations * 3,
  members: organizations * membersOfAnOrganization,
  membersOfAnOrganization,
  sessions: organizations * 2_000,
  conversations: organizations * membersOfAnOrganization,
  messages: organizations * 20_000,
  notifications: organizations * 10_000,
};

export const load = {
  connections: whole('BENCH_CONNECTIONS', 64),
  rounds: whole('BENCH_ROUNDS', 5),
  seconds: whole('BENCH_SECONDS', 4),
  /** How many different people ask. */
  callers: Math.min(sizes.members, whole('BENCH_CALLERS', 2_000)),
  /** Database connections of the server, and of the floor: the server's own default. */
  pool: whole('BENCH_POOL', 10, 2),
};

const parts = ['start', 'reads', 'javascript'] as const;
export type Part = (typeof parts)[number];

/** `npm run bench -- reads` measures only that; nothing said measures everything. */
export function partsAskedFor(words: readonly string[]): ReadonlySet<Part> {
  const unknown = words.filter((word) => !(parts as readonly string[]).includes(word));
  if (unknown.length > 0) throw new Error(`There is no part '${unknown[0]}'; there are ${parts.join(', ')}.`);
  return new Set(words.length === 0 ? parts : (words as Part[]));
}
