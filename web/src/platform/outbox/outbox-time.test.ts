import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type Behavior, createPhone, createServer } from '../../testing/outbox-phone.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets pending work settle without advancing to the next try. */
const rest = () => vi.advanceTimersByTimeAsync(1);
const later = () => vi.advanceTimersByTimeAsync(30_000);
const HOUR = 3_600_000;

const limit = (seconds: number, status = 429) =>
  new ApiError({ status, code: 'busy', message: 'Later.', body: { error: 'Later.' }, retryAfter: seconds });

test('asks before it repeats after a day what the server may have done, unless that changes nothing', async () => {
  for (const canRepeat of [false, true]) {
    let behavior: Behavior = 'loses the answer';
    const { stored, openTab } = createPhone();
    const server = createServer(() => behavior);
    const shown = new Set<string>();
    const show = ({ text }: { text: string }) => {
      shown.add(text);
      return () => void shown.delete(text);
    };
    const open = () => openTab(server.take, { canRepeat, show });
    const first = open();
    await first.start();
    void first.write('c', 'one');
    await rest();
    first.end();
    behavior = 'answers';
    vi.setSystemTime(Date.now() + 25 * HOUR);
    shown.clear();
    const tab = open();
    await tab.start();
    void tab.write('c', 'two');
    await rest();
    expect(server.requests.map(({ text }) => text)).toEqual(canRepeat ? ['one', 'one', 'two'] : ['one', 'two']);
    if (canRepeat) continue;
    // Neither shown as done nor counted as waiting, and it still asks after a reload.
    expect([tab.shown(), shown.has('one'), tab.outbox.readAll().length, stored.size]).toEqual([[], false, 1, 1]);
    tab.end();
    const later = open();
    await later.start();
    await rest();
    const [asked] = later.outbox.readAll();
    expect([asked?.state, shown.has('one'), server.requests.length]).toEqual(['asked', false, 2]);
    void later.outbox.retry(asked?.id ?? '');
    await rest();
    expect([server.requests.at(-1)?.text, stored.size, later.outbox.readAll()]).toEqual(['one', 0, []]);
  }
});

test('asks also when the clock has been set back by a day since', async () => {
  const { openTab } = createPhone();
  const server = createServer(() => 'loses the answer');
  vi.setSystemTime(Date.now() + 24 * HOUR);
  const first = openTab(server.take);
  await first.start();
  void first.write('c', 'one');
  await rest();
  first.end();
  vi.setSystemTime(Date.now() - 24 * HOUR);
  const tab = openTab(server.take);
  await tab.start();
  await rest();
  expect([server.requests.length, tab.outbox.readAll()[0]?.state]).toEqual([1, 'asked']);
});

test('a clock that was a day ahead keeps nothing waiting', async () => {
  let behavior: Behavior = 'is away';
  const { openTab } = createPhone();
  const server = createServer(() => behavior);
  const first = openTab(server.take, { canRepeat: true });
  vi.setSystemTime(Date.now() + 24 * HOUR);
  await first.start();
  void first.write('c', 'one');
  await rest();
  first.end();
  behavior = 'answers';
  vi.setSystemTime(Date.now() - 24 * HOUR);
  const tab = openTab(server.take, { canRepeat: true });
  await tab.start();
  void tab.write('c', 'two');
  await rest();
  expect(server.received()).toEqual(['c: one', 'c: two']);
});

test('gives up a photo that has stopped moving, so that the messages behind it go out', async () => {
  let isStalled = true;
  let moves = (_part: number) => {};
  const server = createServer();
  const tab = createPhone().openTab(
    (note, options) => {
      if (note.text !== 'photo' || !isStalled) return server.take(note, options);
      moves = options.onProgress ?? moves;
      return new Promise((_resolve, reject) =>
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    },
    { isLarge: ({ text }) => text === 'photo' },
  );
  await tab.start();
  void tab.write('c', 'photo');
  void tab.write('c', 'after it');
  for (const part of [0.1, 0.2, 0.3]) {
    await vi.advanceTimersByTimeAsync(25_000);
    moves(part);
  }
  expect(tab.shown()[0]).toEqual(['photo', 'sending']);
  await later();
  expect(tab.shown()[0]).toEqual(['photo', 'waiting']);
  isStalled = false;
  await later();
  expect([server.received(), tab.shown()]).toEqual([['c: photo', 'c: after it'], []]);
});

test.each([
  ['429', limit(60), 59_000, 1_000],
  ['503', limit(60, 503), 59_000, 1_000],
])('waits after a %s as long as the server says, also for new writes', async (_status, error, before, after) => {
  let sent = 0;
  const tab = createPhone().openTab(async () => {
    sent++;
    if (sent === 1) throw error;
    return 'ok';
  });
  await tab.start();
  void tab.write('c', 'one');
  await rest();
  await vi.advanceTimersByTimeAsync(before / 2);
  void tab.write('c', 'two');
  await vi.advanceTimersByTimeAsync(before / 2);
  expect(sent).toBe(1);
  await vi.advanceTimersByTimeAsync(after);
  expect([sent, tab.shown()]).toEqual([3, []]);
});

test('tells a limit that lasts for hours, and a server that fails again and again, instead of waiting', async () => {
  vi.spyOn(toasts, 'error');
  const tab = createPhone().openTab(async ({ text }) => {
    if (text === 'limit') throw limit(10_800);
    if (text === 'fault') throw new ApiError({ status: 500, code: 'internal', message: 'Fault.' });
    return 'ok';
  });
  await tab.start();
  expect(await tab.write('c', 'limit')).toHaveProperty('refused');
  void tab.write('c', 'fault');
  void tab.write('c', 'fine');
  for (let tries = 0; tries < 5; tries++) await later();
  expect(tab.shown()).toEqual([]);
});

test('keeps a write through a restart, however often a gateway answers for the server', async () => {
  let isRestarting = true;
  const tab = createPhone().openTab(async () => {
    if (isRestarting) throw new ApiError({ status: 502, code: 'unknown', message: 'Bad gateway' });
    return 'ok';
  });
  await tab.start();
  void tab.write('c', 'one');
  for (let tries = 0; tries < 8; tries++) await later();
  expect(tab.shown()).toHaveLength(1);
  isRestarting = false;
  await later();
  expect([tab.outbox.read(), tab.shown()]).toEqual([[], []]);
});
