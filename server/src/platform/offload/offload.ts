import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type AppError, fail } from '#platform/errors.ts';
import type { Reply } from './offload.process.ts';
import { yieldToServer } from './yield-to-server.ts';

/*
 * Work whose cost its sender decides (pictures, drawings, PDF, CSV) runs in processes of its own: few at a time, one per
 * member, with a limit of processor time and memory. Whatever it costs, the server goes on answering.
 */

/** A module whose default export is the work. */
export type Task<I, O> = { readonly module: string; readonly work?: (input: I) => O };

/** The type names the module's function, and the address its file: `task<typeof work>(new URL('./work.ts', import.meta.url))`. */
export const task = <W extends (input: never) => unknown>(
  module: URL,
): Task<Parameters<W>[0], Made<ReturnType<W>>> => ({
  module: module.href,
});

/** Work that yields arrives as all of its parts: a large answer in one piece would hold up the server that unpacks it. */
type Made<R> = R extends AsyncIterable<infer P> ? P[] : Awaited<R>;

type Options = {
  /** A member, or a visitor's network: has one task at work, and the others wait. */
  owner: string;
  /** The answer when the input took too much time or memory. */
  refusal?: AppError;
};

export type Offload = {
  run<I, O>(task: Task<I, O>, input: I, options: Options): Promise<O>;
  close(): void;
};

type Job = Options & {
  message: { module: string; input: unknown };
  parts: unknown[];
  resolve(made: unknown): void;
  reject(error: Error): void;
  patience: NodeJS.Timeout;
};

/** Starting the process and loading its libraries isn't the sender's doing. */
const MOST_START_MS = 15_000;
const FIRST_PENALTY_MS = 30_000;
const LONGEST_PENALTY_MS = 3_600_000;
type Offense = { times: number; until: number };
const script = fileURLToPath(new URL('./offload.process.ts', import.meta.url));

type Settings = {
  atOnce?: number;
  /** Of processor time. */
  mostMs?: number;
  /** By the clock, which runs on while a busy machine gives a process no time. */
  wallMs?: number;
  mostWaiting?: number;
  mostWaitingOfOne?: number;
  patienceMs?: number;
  idleMs?: number;
};

export function createOffload({
  atOnce = 2,
  mostMs = 5_000,
  wallMs = 4 * mostMs,
  mostWaiting = 100,
  mostWaitingOfOne = 8,
  patienceMs = 20_000,
  idleMs = 30_000,
}: Settings = {}): Offload {
  // By owner; the one at the front is served next and then moves to the end, so that nobody waits behind another's queue.
  const queues = new Map<string, Job[]>();
  let waiting = 0;
  const ownersAtWork = new Set<string>();
  const offenses = new LRUCache<string, Offense>({ max: 10_000, ttl: LONGEST_PENALTY_MS });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  let isClosed = false;

  function begin(): ChildProcess {
    const child = fork(script, {
      // Nothing of the server's: no secret, no inspector.
      env: { UV_THREADPOOL_SIZE: '2' },
      execArgv: ['--max-old-space-size=256', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.add(child);
    // A process that can't be started says so here, and never ends.
    child.once('error', () => child.emit('exit'));
    child.once('exit', () => {
      all.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    yieldToServer(child);
    return child;
  }

  function takeChild(): ChildProcess {
    const [known] = idle;
    if (!known) return begin();
    const [child, ending] = known;
    clearTimeout(ending);
    idle.delete(child);
    child.channel?.ref();
    child.ref();
    return child;
  }

  /** Kept for the next task, because starting one takes longer than most tasks. It doesn't keep the server alive. */
  function rest(child: ChildProcess): void {
    const ending = setTimeout(() => {
      // It ends a moment later, and no task may be handed to it meanwhile.
      idle.delete(child);
      child.kill('SIGKILL');
    }, idleMs);
    idle.set(child, ending.unref());
    child.channel?.unref();
    child.unref();
  }

  function perform(job: Job): Promise<void> {
    return new Promise((ended) => {
      const child = takeChild();
      // The process ends itself at its limits. This is for one that can't, and for a machine that gives it no time.
      let isLate = false;
      let hasBegun = false;
      const stop = () => {
        isLate = true;
        child.kill('SIGKILL');
      };
      let timer = setTimeout(stop, MOST_START_MS);
      const end = () => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', lose);
        ended();
      };
      const hear = (reply: Reply) => {
        if ('part' in reply) return void job.parts.push(reply.part);
        if ('begun' in reply) {
          hasBegun = true;
          clearTimeout(timer);
          timer = setTimeout(stop, wallMs);
          return;
        }
        end();
        rest(child);
        if ('made' in reply) job.resolve(reply.made);
        else if ('yielded' in reply) job.resolve(job.parts);
        else if ('refused' in reply) job.reject(fail(reply.refused.code, reply.refused.options));
        else job.reject(new Error(reply.failed));
      };
      const lose = () => {
        end();
        if (isClosed) return job.reject(unavailable());
        // One that never began its work is no fault of its sender.
        if (!hasBegun) return job.reject(unavailable());
        if (!isLate) punish(job.owner);
        job.reject(job.refusal ?? unavailable());
      };
      child.on('message', hear).once('exit', lose);
      child.send({ ...job.message, mostMs }, (error) => error && child.kill('SIGKILL'));
    });
  }

  /** Work that had to be killed took a process from everybody: its owner waits before the next, twice as long each time. */
  function punish(owner: string): void {
    const times = (offenses.get(owner)?.times ?? 0) + 1;
    const ms = Math.min(FIRST_PENALTY_MS * 2 ** (times - 1), LONGEST_PENALTY_MS);
    offenses.set(owner, { times, until: Date.now() + ms });
    for (const job of queues.get(owner) ?? []) job.reject(penalty(ms));
    forget(owner);
  }

  function forget(owner: string): void {
    const jobs = queues.get(owner) ?? [];
    for (const { patience } of jobs) clearTimeout(patience);
    waiting -= jobs.length;
    queues.delete(owner);
  }

  function takeNext(): Job | undefined {
    for (const [owner, queue] of queues) {
      if (ownersAtWork.has(owner)) continue;
      const job = queue.shift();
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      if (!job) continue;
      waiting -= 1;
      return job;
    }
    return undefined;
  }

  function startNext(): void {
    while (ownersAtWork.size < atOnce) {
      const job = takeNext();
      if (!job) return;
      clearTimeout(job.patience);
      ownersAtWork.add(job.owner);
      // Without memory or file handles Node throws instead of starting a process.
      const refuse = () => job.reject(unavailable());
      void perform(job)
        .catch(refuse)
        .then(() => {
          ownersAtWork.delete(job.owner);
          startNext();
        });
    }
  }

  /** Why a task can't be taken now; null if it can. */
  function refusalOf(owner: string): AppError | null {
    const msLeft = (offenses.get(owner)?.until ?? 0) - Date.now();
    if (msLeft > 0) return penalty(msLeft);
    if ((queues.get(owner)?.length ?? 0) >= mostWaitingOfOne)
      return fail('too_many_requests', { retryAfterSeconds: 5 });
    return waiting >= mostWaiting ? unavailable() : null;
  }

  return {
    run: <I, O>({ module }: Task<I, O>, input: I, { owner, refusal }: Options) =>
      new Promise<O>((resolve, reject) => {
        const refused = refusalOf(owner);
        if (refused) return reject(refused);
        const job: Job = {
          owner,
          ...(refusal && { refusal }),
          message: { module, input },
          parts: [],
          resolve: resolve as Job['resolve'],
          reject,
          patience: setTimeout(() => {
            const queue = queues.get(owner) ?? [];
            queue.splice(queue.indexOf(job), 1);
            waiting -= 1;
            reject(unavailable());
          }, patienceMs),
        };
        waiting += 1;
        queues.set(owner, [...(queues.get(owner) ?? []), job]);
        startNext();
      }),
    close() {
      isClosed = true;
      for (const [owner, queue] of queues) {
        for (const job of queue) job.reject(unavailable());
        forget(owner);
      }
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

const penalty = (ms: number) => fail('too_many_requests', { retryAfterSeconds: Math.ceil(ms / 1000) });
const unavailable = () => fail('unavailable', { retryAfterSeconds: 5 });
