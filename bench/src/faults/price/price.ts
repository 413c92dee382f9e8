import { setTimeout as sleep } from 'node:timers/promises';
import { type Crowd, createCrowd } from '../crowded-world.ts';
import { startOthers } from '../other-members.ts';
import { quietCores } from '../quiet-cores.ts';
import type { Outcome } from '../report.ts';
import { bearer, keptAlive, send } from '../send.ts';
import { startCosts } from './figures.ts';
import { type Attempt, attemptsOn } from './inputs.ts';
import { brokenRules, middleOf, type Priced, priceTables, type Quiet } from './rules.ts';

/** Longer than any separate process may work; beside other work everything takes longer. */
const patience = { quiet: 8_000, busy: 30_000 };
const PROBE_MS = 10;
const QUIET_SECONDS = 2;

/** Quiet members, who only ask for their unread notifications and who they are. */
const probesOf = ({ world, quiet }: Crowd) =>
  startOthers({
    url: world.url(),
    everyMs: PROBE_MS,
    people: quiet.map(({ token }) =>
      ['/notifications/unread-count/', '/users/me/'].map((path) => ({
        method: 'GET',
        path: `/api/v1${path}`,
        headers: bearer(token),
      })),
    ),
  });

type Wanted = {
  /** 1 tries all inputs. */
  share: number;
  milliseconds: number;
  /** Only calls whose name matches. */
  only?: string | undefined;
};

/**
 * Sends the dearest inputs of every call, one at a time, and measures from outside what each costs the server and the
 * other members.
 */
export async function price({ share, milliseconds, only }: Wanted): Promise<Outcome> {
  const { isQuiet, words } = await quietCores();
  const patienceMs = patience[isQuiet ? 'quiet' : 'busy'];
  const crowd = await createCrowd({ RATE_LIMITS: 'off' });
  const deadline = performance.now() + milliseconds;
  const { world } = crowd;
  let others = probesOf(crowd);
  const agent = keptAlive(1);
  const processes = () => ({ server: world.server().pid, postmaster: world.postmaster() });

  /** Processor seconds for one answer to the quiet members. */
  let quietly = { server: 0, database: 0 };

  async function measure({ call, input, make }: Attempt): Promise<Priced | null> {
    const asked = make();
    if (!asked) return null;
    await others.take();
    const stop = await startCosts(processes(), crowd.stalls);
    const answer = await send(world.url(), asked, { agent, timeoutMs: patienceMs });
    if (answer.status === 0) return { call, input, answer, ...(await afterNoAnswer(stop)) };
    const whole = await stop();
    const { p99, answers } = await others.take();
    // The quiet members cost something as well. What the main thread did at a stretch was not theirs.
    const less = (seconds: number, each: number, least = 0) => Math.max(least, seconds - each * answers);
    const server = less(whole.server, quietly.server, whole.stall.processor / 1000);
    const cost = { ...whole, server, database: less(whole.database, quietly.database) };
    return { call, input, answer, cost, othersP99: Number.isNaN(p99) ? 0 : p99 };
  }

  /** A server that went on working would spoil the next figures, so it starts again. */
  async function afterNoAnswer(
    stop: Awaited<ReturnType<typeof startCosts>>,
  ): Promise<Pick<Priced, 'cost' | 'othersP99'>> {
    const cost = await Promise.race([stop().catch(() => null), sleep(3_000, null)]);
    const waited = await Promise.race([others.take(), sleep(3_000, null)]);
    await others.stop();
    process.kill(world.server().pid, 'SIGKILL');
    await world.restart();
    others = probesOf(crowd);
    await warmUp();
    const unknown = { server: 0, database: 0, separate: 0, memory: 0, separateMemory: 0, separateMs: 0 };
    return {
      cost: cost ?? { ...unknown, stall: { wall: patienceMs, processor: patienceMs } },
      othersP99: waited?.p99 ?? patienceMs,
    };
  }

  const me = (): Attempt => ({
    call: 'getMe',
    input: 'as a baseline',
    make: () => ({ method: 'GET', path: '/api/v1/users/me/', headers: bearer(crowd.members[0]!.token) }),
  });
  async function warmUp(): Promise<void> {
    for (let n = 0; n < 20; n++) await send(world.url(), me().make()!, { agent });
    await sleep(1_000);
  }

  await warmUp();
  const windows: (typeof quietly)[] = [];
  for (let n = 0; n < 3; n++) {
    await others.take();
    const stop = await startCosts(processes(), crowd.stalls);
    await sleep(QUIET_SECONDS * 1000);
    const { server, database } = await stop();
    const { answers } = await others.take();
    windows.push({ server: server / answers, database: database / answers });
  }
  // The least, so that nothing of a call's own is taken for theirs.
  quietly = {
    server: Math.min(...windows.map(({ server }) => server)),
    database: Math.min(...windows.map(({ database }) => database)),
  };
  const rounds: Priced[] = [];
  for (let n = 0; n < 10; n++) rounds.push((await measure(me()))!);
  const calm = middleOf(rounds);
  const quiet: Quiet = {
    isQuiet,
    baseline: {
      // Beside other work one moment is not like the next.
      p99: isQuiet ? calm.othersP99 : Math.max(...rounds.map(({ othersP99 }) => othersP99)),
      stall: calm.cost.stall.wall,
      processor: calm.cost.server + calm.cost.database,
    },
  };
  if (words) console.log(`  ${words} The main thread is judged by its processor time.`);
  console.log(
    `  quiet: others' p99 ${quiet.baseline.p99.toFixed(0)} ms, main thread ${quiet.baseline.stall.toFixed(0)} ms`,
  );

  const named = new RegExp(only ?? '', 'i');
  const attempts = chosen(attemptsOn(crowd), share).filter(({ call }) => named.test(call));
  const all: Priced[] = [];
  const broken: { priced: Priced; rules: string[] }[] = [];
  let refused = 0;
  let tried = 0;
  for (const attempt of attempts) {
    if (performance.now() > deadline) break;
    tried += 1;
    let priced = await measure(attempt);
    if (!priced) {
      refused += 1;
      continue;
    }
    if (priced.answer.status > 0 && brokenRules(priced, quiet).length > 0) {
      // Twice more, because memory is cleaned up in some call or other.
      const again = [await measure(attempt), await measure(attempt)].filter((one) => one !== null);
      priced = middleOf([priced, ...again]);
    }
    all.push(priced);
    const rules = brokenRules(priced, quiet);
    if (rules.length === 0) continue;
    broken.push({ priced, rules });
    console.log(`  ${priced.call} (${priced.input}): ${rules.join('; ')}`);
  }
  await others.stop();
  const calls = new Set(all.map(({ call }) => call)).size;
  const reached = new Set(
    all.filter(({ answer }) => answer.status >= 200 && answer.status < 300).map(({ call }) => call),
  );
  const missed = [...new Set(all.map(({ call }) => call))].filter((call) => !reached.has(call));
  console.log(priceTables(all, broken, quiet));
  return {
    fault: `price of ${calls} calls`,
    rounds: all.length,
    tried: all.length,
    lost: 0,
    doubled: 0,
    unavailable: all.filter(({ answer }) => answer.status === 503).length,
    errors: all.filter(({ answer }) => answer.status >= 500 && answer.status !== 503).length,
    recovery: [],
    broken: broken.map(({ priced, rules }) => `${priced.call} (${priced.input}): ${rules.join('; ')}`),
    note: `${tried} of ${attempts.length} inputs tried, ${refused} too large to send; never accepted: ${missed.join(', ')}.`,
  };
}

/** A share of the inputs of each call, but at least one. */
function chosen(attempts: readonly Attempt[], share: number): Attempt[] {
  const counts = Map.groupBy(attempts, ({ call }) => call);
  const seen = new Map<string, number>();
  return attempts.filter(({ call }) => {
    const index = seen.get(call) ?? 0;
    seen.set(call, index + 1);
    const length = counts.get(call)?.length ?? 1;
    const step = length / Math.max(1, Math.ceil(length * Math.min(1, share)));
    return Math.floor(index / step) !== Math.floor((index - 1) / step);
  });
}
