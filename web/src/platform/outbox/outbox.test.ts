import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { type Behavior, createPhone, createServer, refusal } from '../../testing/outbox-phone.ts';
import { testUser } from '../../testing/session.ts';
import { sayMeanwhile } from './told.ts';

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

test('stores a write before it is sent, and sends a scope in order, one at a time', async () => {
  const { stored, openTab } = createPhone();
  const server = createServer();
  const atSending: number[] = [];
  const tab = openTab((note, options) => {
    atSending.push(stored.size);
    return server.take(note, options);
  });
  await tab.start();
  const outcomes = ['one', 'two', 'three'].map((text) => tab.write('c', text));
  expect(tab.shown()[0]).toEqual(['one', 'sending']);
  await rest();
  expect(await Promise.all(outcomes)).toEqual(['one', 'two', 'three'].map((text) => ({ answer: `stored ${text}` })));
  expect([atSending, stored.size]).toEqual([[3, 2, 1], 0]);
  expect(server.received()).toEqual(['c: one', 'c: two', 'c: three']);
});

test('repeats an unanswered write with the same key before it sends the next', async () => {
  let behavior: Behavior = 'loses the answer';
  const server = createServer(() => behavior);
  const tab = createPhone().openTab(server.take);
  await tab.start();
  const outcome = tab.write('c', 'one');
  void tab.write('c', 'two');
  await rest();
  expect(await outcome).toBe('waiting');
  expect([tab.shown(), server.requests.length]).toEqual([
    [
      ['one', 'waiting'],
      ['two', 'waiting'],
    ],
    1,
  ]);
  behavior = 'answers';
  await later();
  expect(server.received()).toEqual(['c: one', 'c: two']);
  expect(new Set(server.requests.map(({ key }) => key)).size).toBe(2);
});

test('waits without a network, sends when it is back, and keeps other scopes going meanwhile', async () => {
  const { phone, openTab } = createPhone();
  const server = createServer(({ scope }) => (scope === 'far' ? 'is away' : 'answers'));
  const tab = openTab(server.take);
  await tab.start();
  phone.isOnline = false;
  void tab.write('near', 'one');
  await rest();
  expect([tab.shown(), server.requests]).toEqual([[['one', 'waiting']], []]);
  phone.isOnline = true;
  void tab.outbox.sendAll();
  void tab.write('far', 'two');
  await rest();
  expect([tab.shown(), server.received()]).toEqual([[['two', 'waiting']], ['near: one']]);
});

test('tells a refusal once, never repeats it, and takes back what was shown', async () => {
  const shown = new Set<string>();
  const server = createServer(({ text }) => (text === 'one' ? 'refuses' : 'answers'));
  const tab = createPhone().openTab(server.take, {
    show: ({ text }) => {
      shown.add(text);
      return () => void shown.delete(text);
    },
  });
  const told = vi.spyOn(toasts, 'error');
  await tab.start();
  const outcome = tab.write('c', 'one');
  void tab.write('c', 'two');
  expect([...shown]).toEqual(['one', 'two']);
  await rest();
  expect(await outcome).toMatchObject({ refused: { code: 'not_a_participant' } });
  expect(told).toHaveBeenCalledExactlyOnceWith("You're not in it.", { id: 'refused c' });
  await later();
  expect([[...shown], server.requests.length, tab.shown()]).toEqual([['two'], 2, []]);
});

test('a refused or removed write takes nothing back of those after it', async () => {
  const { phone, openTab } = createPhone();
  const server = createServer(({ text }) => (text === 'one' ? 'refuses' : 'answers'));
  let screen: string[] = [];
  const tab = openTab(server.take, {
    show: ({ text }) => {
      const before = screen;
      screen = [...screen.filter((shown) => shown !== text), text];
      return () => {
        screen = before;
      };
    },
  });
  vi.spyOn(toasts, 'error');
  await tab.start();
  phone.isOnline = false;
  for (const text of ['one', 'two', 'three']) void tab.write('c', text);
  await rest();
  tab.outbox.remove(tab.outbox.read()[1]?.id ?? '');
  expect(screen).toEqual(['one', 'three']);
  phone.isOnline = true;
  void tab.outbox.sendAll();
  await rest();
  expect([screen, server.received()]).toEqual([['three'], ['c: three']]);
});

test('shows none of several uncertain writes while they wait', async () => {
  const { phone, openTab } = createPhone();
  let screen: string[] = [];
  const tab = openTab(createServer().take, {
    isUncertain: true,
    show: ({ text }) => {
      const before = screen;
      screen = [...screen, text];
      return () => {
        screen = before;
      };
    },
  });
  await tab.start();
  phone.isOnline = false;
  for (const text of ['one', 'two']) void tab.write('c', text);
  await rest();
  expect(screen).toEqual([]);
});

test.each([
  ['session_cancelled', 'The session was cancelled while you were away.'],
  ['level_not_met', 'For advanced members.'],
])('says what happened while a write waited: %s', async (code, text) => {
  sayMeanwhile({ session_cancelled: 'The session was cancelled while you were away.' });
  const { phone, openTab } = createPhone();
  const told = vi.spyOn(toasts, 'error');
  const tab = openTab(async () => {
    throw new ApiError({
      status: 409,
      code,
      message: 'For advanced members.',
      body: { error: 'For advanced members.' },
    });
  });
  await tab.start();
  phone.isOnline = false;
  void tab.write('c', 'one');
  await rest();
  phone.isOnline = true;
  void tab.outbox.sendAll();
  await rest();
  expect(told).toHaveBeenCalledExactlyOnceWith('Not saved: one', expect.objectContaining({ text }));
});

test('leaves a refusal to a form that shows it', async () => {
  const tab = createPhone().openTab(createServer(() => 'refuses').take);
  const told = vi.spyOn(toasts, 'error');
  await tab.start();
  expect(await tab.write('c', 'one', { handlesRefusal: true })).toMatchObject({ refused: refusal() });
  expect(told).not.toHaveBeenCalled();
});

test('keeps a refused message with its reason, through a reload, to be tried again or removed', async () => {
  let behavior: Behavior = 'refuses';
  const { stored, openTab } = createPhone();
  const server = createServer(() => behavior);
  const open = () => openTab(server.take, { keepsRefused: true });
  const first = open();
  await first.start();
  void first.write('c', 'one');
  void first.write('c', 'two');
  await rest();
  first.end();
  const tab = open();
  await tab.start();
  await rest();
  expect(tab.outbox.read()).toMatchObject([
    { words: 'one', state: 'failed', error: "You're not in it." },
    { words: 'two', state: 'failed' },
  ]);
  expect(server.requests).toHaveLength(2);
  behavior = 'answers';
  const [one, two] = tab.outbox.read();
  void tab.outbox.retry(one?.id ?? '');
  tab.outbox.remove(two?.id ?? '');
  await rest();
  expect([server.received(), tab.shown(), stored.size]).toEqual([['c: one'], [], 0]);
});

test('waits for the next sign-in after a 401, and sends then', async () => {
  let isSignedIn = false;
  const { stored, openTab } = createPhone();
  const server = createServer();
  const tab = openTab(async (note, options) => {
    if (!isSignedIn) throw new ApiError({ status: 401, code: 'signed_out', message: 'Sign in again.' });
    return server.take(note, options);
  });
  await tab.start();
  void tab.write('c', 'one');
  await later();
  tab.outbox.stop();
  expect([tab.shown(), stored.size, server.requests]).toEqual([[], 1, []]);
  isSignedIn = true;
  await tab.start();
  await rest();
  expect([server.received(), stored.size]).toEqual([['c: one'], 0]);
});

test('shows and sends nothing of the first member to another, and all of it once when they are back', async () => {
  const { phone, stored, openTab } = createPhone();
  const server = createServer();
  const onSent = vi.fn();
  const tab = openTab(server.take, { onSent });
  await tab.start();
  void tab.write('c', 'on its way');
  tab.outbox.stop();
  phone.isOnline = false;
  await tab.start();
  void tab.write('c', 'waiting');
  await rest();
  tab.outbox.stop();
  phone.isOnline = true;
  await tab.start(testUser('ben'));
  await rest();
  expect([tab.shown(), onSent.mock.calls.length]).toEqual([[], 0]);
  expect(server.received()).not.toContain('c: waiting');
  tab.outbox.stop();
  await tab.start();
  await rest();
  expect([server.received(), stored.size]).toEqual([['c: on its way', 'c: waiting'], 0]);
});

test('says at the sign-in what was deleted while others used the device', async () => {
  const { phone, openTab } = createPhone();
  const warned = vi.spyOn(toasts, 'warning');
  phone.dropped = 3;
  await openTab(createServer().take).start();
  expect(warned).toHaveBeenCalledExactlyOnceWith("3 changes weren't sent", expect.anything());
});

test('works in memory where the browser stores nothing, and says so when something could be lost', async () => {
  const { phone, openTab } = createPhone();
  phone.canStore = false;
  const server = createServer();
  const tab = openTab(server.take);
  const warned = vi.spyOn(toasts, 'warning');
  await tab.start();
  expect(await tab.write('c', 'online')).toHaveProperty('answer');
  expect(warned).not.toHaveBeenCalled();
  phone.isOnline = false;
  void tab.write('c', 'offline');
  await rest();
  expect(warned).toHaveBeenCalledExactlyOnceWith('Keep this page open', expect.anything());
  phone.isOnline = true;
  void tab.outbox.sendAll();
  await rest();
  expect(server.received()).toEqual(['c: online', 'c: offline']);
});

test('neither stores nor repeats what a super admin does inside an organization', async () => {
  const { phone, stored, openTab } = createPhone();
  phone.isBound = false;
  vi.spyOn(toasts, 'error');
  const server = createServer(() => 'is away');
  const tab = openTab(server.take);
  expect(await tab.write('c', 'one')).toHaveProperty('refused');
  await later();
  expect([server.requests.length, stored.size, tab.shown()]).toEqual([1, 0, []]);
});

test('a write of an earlier visit is shown again, unless only the server knows its result', async () => {
  for (const isUncertain of [false, true]) {
    const { phone, openTab } = createPhone();
    phone.isOnline = false;
    const shown = new Set<string>();
    const show = ({ text }: { text: string }) => {
      shown.add(text);
      return () => void shown.delete(text);
    };
    const first = openTab(createServer().take, { show, isUncertain });
    await first.start();
    void first.write('c', 'one');
    expect(shown.size).toBe(1);
    await rest();
    first.end();
    expect(shown.size).toBe(isUncertain ? 0 : 1);
    shown.clear();
    await openTab(createServer().take, { show, isUncertain }).start();
    await rest();
    expect(shown.size).toBe(isUncertain ? 0 : 1);
  }
});

test('tells once that 200 writes failed because what they change is gone', async () => {
  const { phone, openTab } = createPhone();
  const server = createServer(() => 'refuses');
  const tab = openTab(server.take);
  const told = vi.spyOn(toasts, 'error');
  await tab.start();
  phone.isOnline = false;
  for (let count = 0; count < 200; count++) void tab.write('gone', `${count}`);
  await rest();
  phone.isOnline = true;
  void tab.outbox.sendAll();
  await later();
  expect([server.requests.length, tab.shown()]).toEqual([200, []]);
  expect(new Set(told.mock.calls.map(([, options]) => options?.id))).toEqual(new Set(['refused gone']));
  expect(told.mock.lastCall).toEqual([
    'Not saved: 200 changes',
    expect.objectContaining({ text: "You're not in it." }),
  ]);
});

test('leaves the write of another version of the app to that version', async () => {
  const { phone, openTab } = createPhone();
  const server = createServer();
  phone.isOnline = false;
  const newer = openTab(server.take, { name: 'joinSession' });
  await newer.start();
  void newer.write('c', 'new kind');
  await rest();
  phone.isOnline = true;
  const older = openTab(server.take);
  await older.start();
  await later();
  expect([older.shown(), server.requests]).toEqual([[['new kind', 'waiting']], []]);
  void newer.outbox.sendAll();
  await rest();
  expect(server.received()).toEqual(['c: new kind']);
});

test('a screen that fails at an answer does not keep the next write from being sent', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const server = createServer();
  const tab = createPhone().openTab(server.take, {
    onSent: () => {
      throw new TypeError('Broken screen');
    },
  });
  await tab.start();
  void tab.write('c', 'one');
  void tab.write('c', 'two');
  await rest();
  expect([server.received(), tab.shown()]).toEqual([['c: one', 'c: two'], []]);
});

test('sends at once what the page writes as it ends, once', async () => {
  const { phone, openTab } = createPhone();
  const server = createServer();
  const keepalives: (boolean | undefined)[] = [];
  const tab = openTab((note, options) => {
    keepalives.push(options.keepalive);
    return server.take(note, options);
  });
  await tab.start();
  phone.isLeaving = true;
  void tab.write('c', 'one');
  await rest();
  expect([keepalives, server.received(), tab.shown()]).toEqual([[true], ['c: one'], []]);
});

test('keeps only the latest of waiting writes that replace each other', async () => {
  const { phone, stored, openTab } = createPhone();
  const server = createServer();
  const tab = openTab(server.take, { replaces: true });
  await tab.start();
  await tab.write('c', 'sent');
  phone.isOnline = false;
  for (const text of ['one', 'two', 'three']) {
    void tab.write('c', text);
    await rest();
  }
  expect([tab.shown(), stored.size]).toEqual([[['three', 'waiting']], 1]);
  phone.isOnline = true;
  void tab.outbox.sendAll();
  await rest();
  expect(server.received()).toEqual(['c: sent', 'c: three']);
});
