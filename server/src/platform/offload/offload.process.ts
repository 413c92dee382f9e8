import { AppError } from '#platform/http/errors.ts';

type Refused = { code: AppError['code']; options: Pick<AppError['options'], 'details' | 'nonFieldErrors' | 'error'> };

/** What a process says of its task. */
export type Reply =
  | { begun: true }
  | { part: unknown }
  | { yielded: true }
  | { made: unknown }
  | { refused: Refused }
  | { failed: string };

const MOST_BYTES = 512 * 1024 * 1024;
const LOOK_MS = 20;

const say = (reply: Reply) => new Promise<void>((resolve) => process.send?.(reply, () => resolve()));

async function perform({ module, input }: { module: string; input: unknown }): Promise<Reply> {
  const { default: work } = (await import(module)) as { default(input: unknown): unknown };
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

process.on('message', (message: { module: string; input: unknown }) => void perform(message).catch(replyOf).then(say));
// Pictures lie outside the heap that Node limits itself.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
