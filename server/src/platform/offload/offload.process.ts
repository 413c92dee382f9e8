import { AppError } from '#platform/errors.ts';

type Refused = { code: AppError['code']; options: Pick<AppError['options'], 'details' | 'nonFieldErrors' | 'error'> };

/** What a process says of its task. */
export type Reply =
  | { begun: true }
  | { part: unknown }
  | { yielded: true }
  | { made: unknown }
  | { refused: Refused }
  | { failed: string };

/** Below the 512 MB of the rule: a picture takes tens of megabytes between two looks. */
const MOST_BYTES = 480_000_000;
const LOOK_MS = 20;

type Message = { module: string; input: unknown; mostMs: number };

const noLimit = Number.POSITIVE_INFINITY;
let limit = { since: process.cpuUsage(), mostMs: noLimit };
const spentMs = () => {
  const { user, system } = process.cpuUsage(limit.since);
  return (user + system) / 1000;
};

const say = (reply: Reply) => new Promise<void>((resolve) => process.send?.(reply, () => resolve()));

async function perform({ module, input, mostMs }: Message): Promise<Reply> {
  const { default: work } = (await import(module)) as { default(input: unknown): unknown };
  // Loading the libraries isn't the sender's doing.
  limit = { since: process.cpuUsage(), mostMs };
  void say({ begun: true });
  const made = work(input) as object;
  if (!(Symbol.asyncIterator in made)) return { made: await made };
  for await (const part of made as AsyncIterable<unknown>) await say({ part });
  return { yielded: true };
}

function replyOf(error: unknown): Reply {
  if (!(error instanceof AppError)) return { failed: String((error as Error)?.stack ?? error) };
  const { details, nonFieldErrors } = error.options;
  return {
    refused: {
      code: error.code,
      options: { error: error.message, ...(details && { details }), ...(nonFieldErrors && { nonFieldErrors }) },
    },
  };
}

process.on('message', (message: Message) => {
  void perform(message)
    .catch(replyOf)
    .then((reply) => {
      limit.mostMs = noLimit;
      return say(reply);
    });
});
// A server that was killed leaves nobody behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Threads that are at work keep a process from ending in any other way. Pictures lie outside the heap that Node limits itself.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES || spentMs() > limit.mostMs) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
