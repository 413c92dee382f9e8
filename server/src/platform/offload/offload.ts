import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type AppError, fail } from '#platform/http/errors.ts';
import type { Reply } from './offload.process.ts';

/*
 * Work whose cost its sender decides (pictures, drawings, PDF, CSV) runs in processes of its own: few at a time, one per
 * member, with a limit of time and memory. Whatever it costs, the server goes on answering.
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
/** A third of what a request gets while all cores are busy. */
const NICENESS = 5;
const script = fileURLToPath(new URL('./offload.process.ts', import.meta.url));

type Settings = {
  atOnce?: number;
  mostMs?: number;
  mostWaiting?: number;
  mostWaitingOfOne?: number;
  patienceMs?: number;
  idleMs?: number;
};

export function createOffload({
  atOnce = 2,
  mostMs = 5_000,
  mostWaiting = 100,
  mostWaitingOfOne = 8,
  patienceMs = 20_000,
  idleMs = 30_000,
}: Settings = {}): Offload {
  const waiting: Job[] = [];
  const ownersAtWork = new Set<string>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();

  function begin(): ChildProcess {
    const child = fork(script, {
      // Nothing of the server's: no secret, no inspector.
      env: { UV_THREADPOOL_SIZE: '2' },
      execArgv: ['--max-old-space-size=256', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.add(child);
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
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref());
    child.channel?.unref();
    child.unref();
  }

  function perform(job: Job): Promise<void> {
    return new Promise((ended) => {
      const child = takeChild();
      const stop = () => child.kill('SIGKILL');
      let timer = setTimeout(stop, MOST_START_MS);
      const end = () => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', lose);
        ended();
      };
      const hear = (reply: Reply) => {
        if ('part' in reply) return void job.parts.push(reply.part);
        if ('begun' in reply) {
          clearTimeout(timer);
          timer = setTimeout(stop, mostMs);
          return;
        }
        end();
        rest(child);
        if ('made' in reply) job.resolve(reply.made);
        else if ('yielded' in reply) job.resolve(job.parts);
        else if ('refused' in reply) job.reject(fail(reply.refused.code, reply.refused.options));
        else job.reject(new Error(reply.failed));
      };
      /** It was ended by the limits, or by a fault of the library that only such a process may have. */
      const lose = () => {
        end();
        job.reject(job.refusal ?? unavailable());
      };
      child.on('message', hear).once('exit', lose);
      child.send(job.message, (error) => error && child.kill('SIGKILL'));
    });
  }

  function startNext(): void {
    while (ownersAtWork.size < atOnce) {
      const next = waiting.findIndex(({ owner }) => !ownersAtWork.has(owner));
      const [job] = next < 0 ? [] : waiting.splice(next, 1);
      if (!job) return;
      clearTimeout(job.patience);
      ownersAtWork.add(job.owner);
      void perform(job).then(() => {
        ownersAtWork.delete(job.owner);
        startNext();
      });
    }
  }

  return {
    run: <I, O>({ module }: Task<I, O>, input: I, { owner, refusal }: Options) =>
      new Promise<O>((resolve, reject) => {
        if (waiting.filter((job) => job.owner === owner).length >= mostWaitingOfOne)
          return reject(fail('too_many_requests', { retryAfterSeconds: 5 }));
        if (waiting.length >= mostWaiting) return reject(unavailable());
        const job: Job = {
          owner,
          ...(refusal && { refusal }),
          message: { module, input },
          parts: [],
          resolve: resolve as Job['resolve'],
          reject,
          patience: setTimeout(() => {
            waiting.splice(waiting.indexOf(job), 1);
            reject(unavailable());
          }, patienceMs),
        };
        waiting.push(job);
        startNext();
      }),
    close() {
      for (const job of waiting.splice(0)) {
        clearTimeout(job.patience);
        job.reject(unavailable());
      }
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

const unavailable = () => fail('unavailable', { retryAfterSeconds: 5 });

/** Requests come first wherever the cores are few. */
function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, NICENESS);
  } catch {
    // It ended already, or the system has no priorities.
  }
}
