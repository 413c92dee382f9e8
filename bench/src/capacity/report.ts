import type { Sizes } from './gyms.ts';
import type { Played } from './members.process.ts';
import { type CoresUsed, cores } from './usage.ts';
import type { Visit } from './visits.ts';

/** The goal: beyond it the installation is full. */
export const FULL_P99_MS = 300;

/** What one load did. `members` is how many members' busiest hour it is. */
export type Load = {
  members: number;
  used: CoresUsed;
  played: Played;
  p50: number;
  p99: number;
  lagMs: number;
  waiting: number;
  walBytes: number;
};
type Capacity = {
  sizes: Sizes;
  visits: Visit[];
  databaseBytes: number;
  /** Before the first load. */
  idle: CoresUsed;
  loads: Load[];
  streamBytes: number;
  nodeMegabytes: number | null;
};

const HOUR = 3_600;
const whole = (value: number) => Math.round(value).toLocaleString('en');
const share = (value: number) => `${Math.round(value * 100)} %`;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

/** Members whose busiest hour was played, times the hours. */
const memberHours = ({ members, used }: Load) => (members * used.seconds) / HOUR;

/** What a member costs in the busiest hour. */
function costOf(load: Load, idle: CoresUsed) {
  const { used, played, walBytes } = load;
  const hours = memberHours(load);
  return {
    node: ((used.node - idle.node) * used.seconds) / hours,
    postgres: ((used.postgres - idle.postgres) * used.seconds) / hours,
    calls: played.took.length / hours,
    bytesOut: played.bytesIn / hours,
    bytesIn: played.bytesOut / hours,
    wal: walBytes / hours,
  };
}

/** Whatever has least left when answers take too long. */
function fullFirst({ used, waiting, lagMs }: Load): string {
  const busy = used.node + used.postgres + used.members + used.others;
  const parts = `Node ${share(used.node)}, PostgreSQL ${share(used.postgres)}, members ${share(used.members)}, others ${share(used.others)} of a core`;
  if (used.members > 0.85) return `the members' own process, so this says nothing about the server (${parts})`;
  if (used.node > 0.85) return `Node's one thread, ${Math.round(lagMs)} ms late at p99 (${parts})`;
  if (busy > 0.93 * cores) return `the ${cores} cores of this machine (${parts})`;
  if (waiting > 0) return `the connections to the database: ${waiting} calls wait for one (${parts})`;
  return `waiting for the disk or for locks: no part is busy (${parts})`;
}

export function reportCapacity({ visits, loads, ...standing }: Capacity): void {
  const { sizes } = standing;
  const filled = sizes.gyms * sizes.members;
  const acts = visits.reduce((sum, { steps }) => sum + steps.length, 0);
  const open = visits.reduce((sum, { steps }) => sum + (steps.at(-1)?.after ?? 0), 0);
  const streamsOf = (members: number) => (open / HOUR / filled) * members;
  console.log(`
${whole(filled)} members of ${sizes.gyms} gyms with ${sizes.weeks} weeks of history. In the busiest hour ${whole(visits.length)} of them open the app
(${share(visits.length / filled)}), with ${whole(acts)} acts; on average ${whole(open / HOUR)} have it open.

| members | answers/s | p50 | p99 | refused | Node | PostgreSQL | members' process | others | Node late (p99) | waiting for a connection | events/s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`);
  for (const load of loads) {
    const { members, used, played, p50, p99, lagMs, waiting } = load;
    const failed = Object.values(played.failed).reduce((sum, count) => sum + count, 0);
    const cells = [
      ...[whole(members), whole(played.took.length / used.seconds), `${Math.round(p50)} ms`, `${Math.round(p99)} ms`],
      ...[whole(failed), share(used.node), share(used.postgres), share(used.members), share(used.others)],
      ...[`${Math.round(lagMs)} ms`, whole(waiting), whole(played.events / used.seconds)],
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const [why, count] of Object.entries(played.failed)) console.error(`  failed ${count} times: ${why}`);
  }
  summarize({ ...standing, streamsOf }, loads);
}

type Standing = Omit<Capacity, 'visits' | 'loads'> & { streamsOf(members: number): number };

/** The cost is taken at the largest load that was carried: beyond it members wait, and do less than the script says. */
function summarize(standing: Standing, loads: readonly Load[]): void {
  const { sizes, idle, databaseBytes, streamBytes, nodeMegabytes, streamsOf } = standing;
  const carried = loads.findLast(({ p99 }) => p99 <= FULL_P99_MS);
  const last = loads.at(-1)!;
  const measured = carried ?? last;
  const { members, used, played } = measured;
  const { node, postgres, calls, bytesIn, bytesOut, wal } = costOf(measured, idle);
  const both = node + postgres;
  const usedCores = used.node + used.postgres;
  const beside = `beside others who took ${share(used.others)} of a core`;
  const ms = (seconds: number) => (seconds * 1_000).toFixed(1);
  console.log(
    [
      '',
      carried
        ? `- carried within ${FULL_P99_MS} ms: ${whole(members)} members, on ${usedCores.toFixed(2)} cores of Node and PostgreSQL (${whole(members / usedCores)} a core), ${beside}`
        : `- not even the first load was answered within ${FULL_P99_MS} ms, ${beside}`,
      `- at rest: Node ${share(idle.node)} and PostgreSQL ${share(idle.postgres)} of a core`,
      `- a member in the busiest hour: ${ms(both)} ms of a processor (Node ${ms(node)}, PostgreSQL ${ms(postgres)}), ${calls.toFixed(1)} calls; a core that is full to 70 % has ${whole((0.7 * HOUR) / both)} members`,
      `- traffic: ${kilobytes(bytesOut)} to a member, ${kilobytes(bytesIn)} from them, and ${kilobytes(wal)} of write-ahead log`,
      `- database: ${kilobytes(databaseBytes / (sizes.gyms * sizes.members))} a member, for ${sizes.weeks} weeks`,
      `- memory: ${whole(nodeMegabytes ?? 0)} MB for Node after the load, and ${kilobytes(streamBytes)} for an open stream: ${whole((streamsOf(members) * streamBytes) / 1e6)} MB for the ${whole(streamsOf(members))} that ${whole(members)} members hold`,
      `- full first${last.p99 > FULL_P99_MS ? '' : ' (not reached)'}: ${fullFirst(last)}`,
      `- the members' own process took ${share(used.members)} of a core, and ran ${played.lateMs.toFixed(0)} ms late at p99`,
    ].join('\n'),
  );
}
