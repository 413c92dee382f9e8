import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findProcess } from '#platform/db/embedded/processes.ts';
import { AppError, fail } from '#platform/errors.ts';
import type obey from '#testing/offload-tasks.ts';
import type { Order } from '#testing/offload-tasks.ts';
import { createOffload, type Offload, task } from './offload.ts';

const obeyTask = task<typeof obey>(new URL('../../testing/offload-tasks.ts', import.meta.url));

let offload: Offload;
afterEach(() => offload.close());
/** Time enough for a busy machine, except where the limit itself is tried. */
const start = (settings: Parameters<typeof createOffload>[0] = {}) => {
  offload = createOffload({ mostMs: 20_000, wallMs: settings.mostMs ?? 20_000, ...settings });
};
const run = (order: Order, owner = 'ana', refusal?: AppError) =>
  offload.run(obeyTask, order, { owner, ...(refusal && { refusal }) });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('work in a process of its own', () => {
  test('answers with what it made, bytes included', async () => {
    start();
    const answer = { bytes: Buffer.from('abc'), list: [1, null, 'two'] };
    expect(await run({ answer })).toEqual(answer);
  });

  test('answers with all parts of work that yields', async () => {
    start();
    expect(await run({ parts: 4 })).toEqual([0, 1, 2, 3]);
  });

  test('refuses with the code and the sentence of the work', async () => {
    start();
    await expect(run({ refuse: 'Not a table.' })).rejects.toMatchObject({
      code: 'validation_failed',
      options: { details: { file: ['Not a table.'] } },
    });
  });

  test('fails when the work does, and goes on with the next', async () => {
    start();
    await expect(run({ fault: 'a bug' })).rejects.toThrow('a bug');
    expect(await run({ answer: 1 })).toBe(1);
  });

  test('knows nothing of the environment of the server', async () => {
    start();
    expect(Object.keys((await run({ environment: true })) as object)).toEqual(['UV_THREADPOOL_SIZE']);
  });

  test('keeps a process for the next task', async () => {
    start();
    expect(await run({ waitMs: 1 })).toBe(await run({ waitMs: 1 }));
  });
});

describe('a limit', () => {
  test('of time ends work that never would, with the refusal of its caller', async () => {
    start({ mostMs: 300 });
    expect(await codeOf(run({ loop: true }, 'ana', fail('image_invalid')))).toBe('image_invalid');
    expect(await codeOf(run({ loop: true }, 'ben'))).toBe('unavailable');
  });

  test('of memory ends work outside the heap too', async () => {
    start();
    expect(await codeOf(run({ megabytes: 2_000 }, 'ana', fail('image_invalid')))).toBe('image_invalid');
    expect(await run({ megabytes: 64 }, 'ben')).toBe(4);
  });

  test('of processes makes the third task wait, whoever sent it', async () => {
    start();
    const order: string[] = [];
    const timed = async (owner: string, waitMs: number) => {
      await run({ waitMs }, owner);
      order.push(owner);
    };
    await Promise.all([timed('ana', 100), timed('ben', 100), timed('cleo', 1)]);
    expect(order[0]).not.toBe('cleo');
  });

  test("of one task a member lets another's pass", async () => {
    start();
    const flood = Array.from({ length: 5 }, () => codeOf(run({ waitMs: 15_000 })));
    expect(await run({ answer: 1 }, 'ben')).toBe(1);
    offload.close();
    expect(await Promise.all(flood)).toEqual(Array(5).fill('unavailable'));
  });

  test('that had to end work makes its owner wait, and nobody else', async () => {
    start();
    const flood = [1, 2, 3].map(() => codeOf(run({ megabytes: 2_000 })));
    const other = run({ answer: 1 }, 'ben');
    expect(await Promise.all(flood)).toEqual(['unavailable', 'too_many_requests', 'too_many_requests']);
    expect([await codeOf(run({ answer: 1 })), await other]).toEqual(['too_many_requests', 1]);
  });

  test('of processor time ends work in threads', async () => {
    start({ mostMs: 200, wallMs: 20_000 });
    expect(await codeOf(run({ threads: true }, 'ana', fail('image_invalid')))).toBe('image_invalid');
    expect(await codeOf(run({ answer: 1 }))).toBe('too_many_requests');
  });

  test('of what waits serves members in turn', async () => {
    start({ atOnce: 1 });
    const order: string[] = [];
    const timed = (owner: string) => run({ waitMs: 1 }, owner).then(() => order.push(owner));
    await Promise.all([timed('ana'), timed('ana'), timed('ana'), timed('ben')]);
    expect(order).toEqual(['ana', 'ana', 'ben', 'ana']);
  });

  test('of what waits refuses one member with 429, and everyone with 503', async () => {
    start({ mostWaiting: 4, mostWaitingOfOne: 2 });
    const flood = ['ana', 'ana', 'ana', 'ana', 'ben', 'cleo', 'dov', 'eve'].map((owner) =>
      codeOf(run({ waitMs: 500 }, owner)),
    );
    expect(await Promise.all(flood)).toEqual([
      'done',
      'done',
      'done',
      'too_many_requests',
      'done',
      'done',
      'done',
      'unavailable',
    ]);
  });

  test('of patience ends a wait', async () => {
    start({ patienceMs: 200 });
    const [first, second] = [codeOf(run({ waitMs: 2_000 })), codeOf(run({ waitMs: 1 }))];
    expect([await second, await first]).toEqual(['unavailable', 'done']);
  });
});

describe('a process', () => {
  test.each([
    ['that the system refuses to start', '/no/such/node'],
    ['that Node refuses to start', 'no\0de'],
  ])('%s costs its caller one answer, and no wait', async (_case, execPath) => {
    start();
    const node = process.execPath;
    onTestFinished(() => {
      process.execPath = node;
    });
    process.execPath = execPath;
    expect(await codeOf(run({ answer: 1 }))).toBe('unavailable');
    process.execPath = node;
    expect(await run({ answer: 1 })).toBe(1);
  });

  test('ends with a server that was killed, also in the middle of its work', async () => {
    start();
    const server = spawn(process.execPath, ['--input-type=module', '--eval', serverCode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const pid = Number(String((await once(server.stdout, 'data'))[0]));
    expect(findProcess(pid)).not.toBeNull();
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(findProcess(pid)).toBeNull());
  });
});

/** Says which process works for it, and gives it work that doesn't end. */
const serverCode = `
  const { createOffload } = await import(${JSON.stringify(new URL('./offload.ts', import.meta.url).href)});
  const task = ${JSON.stringify(obeyTask)};
  const { run } = createOffload({ mostMs: 600_000 });
  console.log(await run(task, { waitMs: 1 }, { owner: 'ana' }));
  await run(task, { threads: true }, { owner: 'ana' });`;
