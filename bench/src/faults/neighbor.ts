import { setTimeout as sleep } from 'node:timers/promises';
import { createCrowd } from './crowded-world.ts';
import { type BadCall, callsOfGymAdmin, callsOfMember, callsOfVisitor } from './neighbor-calls.ts';
import { ordinaryMembers } from './ordinary-members.ts';
import type { Waited } from './other-members.ts';
import { giveWay, quietCores } from './quiet-cores.ts';
import type { Outcome } from './report.ts';
import { keptAlive, send } from './send.ts';

/** Connections of one bad neighbor. */
const CONNECTIONS = 40;
/** After a refusal, so that the drill measures the server and not its own flood. */
const PAUSE_MS = 25;
const CALM_MS = 6_000;
const MOST_P99 = 200;

type Neighbor = { calls: BadCall[]; address: string };
type Case = {
  who: string;
  tried: number;
  answered: number;
  refused: Map<string, number>;
  before: Waited;
  during: Waited;
};

/** Sends in turn for so many milliseconds, on all connections at once. */
async function misbehave(
  url: string,
  { calls, address }: Neighbor,
  milliseconds: number,
  count: (answer: string) => void,
): Promise<void> {
  const until = performance.now() + milliseconds;
  const agent = keptAlive(CONNECTIONS);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let turn = connection; performance.now() < until; turn++) {
        const call = calls[turn % calls.length]!;
        const left = Math.max(1_000, until - performance.now());
        const { status, code } = await send(url, call(), { agent, localAddress: address, timeoutMs: left });
        count(status > 0 && status < 400 ? 'answered' : `${status || 'cut off'}${code && ` ${code}`}`);
        if (status === 0 || status >= 400) await sleep(PAUSE_MS);
      }
    }),
  );
  agent.destroy();
}

/**
 * One member, one gym admin and one anonymous address each send the worst that they may, then all three together, with all
 * limits on. Eight other members use the app meanwhile.
 */
export async function sufferNeighbors(seconds: number): Promise<Outcome> {
  const { isQuiet, words } = await quietCores();
  const crowd = await createCrowd({ RATE_LIMITS: 'on' });
  const url = crowd.world.url();
  const others = ordinaryMembers(crowd);
  // Each case has its own people and addresses: their budgets are not yet spent.
  const member = (at: number): Neighbor => ({
    calls: callsOfMember(crowd, crowd.members[at]!),
    address: `127.0.1.${at + 1}`,
  });
  const admin = (at: number): Neighbor => ({
    calls: callsOfGymAdmin(crowd, crowd.gymAdmins[at]!),
    address: `127.0.2.${at + 1}`,
  });
  const visitor = (at: number): Neighbor => ({ calls: callsOfVisitor(crowd), address: `127.0.3.${at + 1}` });
  const wanted: [string, Neighbor[]][] = [
    ['a member', [member(0)]],
    ['a gym admin', [admin(0)]],
    ['an anonymous address', [visitor(0)]],
    ['all three', [member(1), admin(1), visitor(1)]],
  ];
  await sleep(3_000);
  giveWay();
  const cases: Case[] = [];
  for (const [who, neighbors] of wanted) {
    await others.take();
    await sleep(Math.min(CALM_MS, seconds * 1000));
    const before = await others.take();
    const one: Case = { who, tried: 0, answered: 0, refused: new Map(), before, during: before };
    await Promise.all(
      neighbors.map((neighbor) =>
        misbehave(url, neighbor, seconds * 1000, (answer) => {
          one.tried += 1;
          if (answer === 'answered') one.answered += 1;
          else one.refused.set(answer, (one.refused.get(answer) ?? 0) + 1);
        }),
      ),
    );
    one.during = await others.take();
    cases.push(one);
    console.log(row(one));
  }
  await others.stop();
  console.log(`\n${neighborTable(cases)}\n`);
  const calm = Math.max(...cases.map(({ before }) => before.p99));
  const allowed = isQuiet ? MOST_P99 : MOST_P99 + calm;
  const failed = cases.reduce((sum, { during }) => sum + during.failed, 0);
  return {
    fault: `bad neighbors for ${seconds} s`,
    rounds: cases.length,
    tried: cases.reduce((sum, { tried }) => sum + tried, 0),
    lost: 0,
    doubled: 0,
    unavailable: cases.reduce((sum, { refused }) => sum + (refused.get('503 unavailable') ?? 0), 0),
    errors: cases.reduce((sum, one) => sum + serverErrors(one), 0),
    recovery: [],
    broken: cases
      .filter(({ during }) => during.p99 >= allowed || during.failed > 0)
      .map(
        ({ who, during }) =>
          `beside ${who}: others' p99 ${during.p99.toFixed(0)} ms, ${during.failed} of their calls failed`,
      ),
    note: `${failed} calls of others failed. ${words}`.trim(),
  };
}

const serverErrors = ({ refused }: Case) =>
  [...refused].reduce((sum, [answer, times]) => sum + (/^5(?!03|01)/.test(answer) ? times : 0), 0);

function row({ who, tried, answered, refused, before, during }: Case): string {
  const told = [...refused]
    .toSorted(([, one], [, other]) => other - one)
    .map(([answer, times]) => `${times} × ${answer}`);
  const figures = [before.p50, before.p99, during.p50, during.p99].map((ms) => ms.toFixed(0));
  return `| ${[who, tried, answered, told.join(', '), ...figures, `${during.failed} of ${during.answers}`, during.slowest].join(' | ')} |`;
}

function neighborTable(cases: readonly Case[]): string {
  return [
    "| who | calls tried | answered | refused | others' p50 ms before | p99 before | p50 during | p99 during | others' calls failed | slowest |",
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...cases.map(row),
  ].join('\n');
}
