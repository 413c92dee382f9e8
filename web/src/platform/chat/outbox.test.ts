import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { runs } from '../../../../scripts/property-runs.ts';
import { createOutbox, type Unsent } from './outbox.ts';

/** The device's storage, which survives a reload. */
const kept = new Map<string, unknown>();
vi.mock('#platform/offline/kept-store.ts', () => ({
  storeEntry: (key: string, value: unknown) => kept.set(key, value),
  deleteEntry: (key: string) => kept.delete(key),
  WRITTEN: 'unsent ',
  storedEntries: async (_userId: string, prefix: string) =>
    [...kept].filter(([key]) => key.startsWith(prefix)).sort(([one], [other]) => one.localeCompare(other)),
}));

const queryClient = new QueryClient();
const away = () => new ApiError({ status: 503, code: 'unavailable', message: 'Away.' });
const refusal = () =>
  new ApiError({ status: 409, code: 'not_a_participant', message: 'No.', body: { error: "You're not in it." } });

type Sent = Pick<Unsent, 'chatId' | 'content' | 'nonce'>;
type Behavior = 'answers' | 'loses the answer' | 'is away' | 'refuses';

/** A server that accepts each nonce once and fails on request. */
function createServer(behave: (message: Sent) => Behavior = () => 'answers') {
  const messages = new Map<string, string>();
  const requests: Sent[] = [];
  const deliver = async ({ chatId, content, nonce }: Unsent) => {
    requests.push({ chatId, content, nonce });
    const behavior = behave({ chatId, content, nonce });
    if (behavior === 'is away') throw away();
    if (behavior === 'refuses') throw refusal();
    if (!messages.has(nonce)) messages.set(nonce, `${chatId}: ${content}`);
    if (behavior === 'loses the answer') throw away();
  };
  return { deliver, requests, received: () => [...messages.values()] };
}

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shown = ({ read }: ReturnType<typeof createOutbox>) => read().map(({ content, state }) => [content, state]);
/** Lets pending work settle without advancing to the next retry. */
const rest = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(5_000);

test('sends messages in order, one at a time', async () => {
  const server = createServer();
  const outbox = createOutbox('chat', server.deliver);
  for (const text of ['one', 'two', 'three']) outbox.write(queryClient, 'c', text);
  expect(shown(outbox)[0]).toEqual(['one', 'sending']);
  await rest();
  expect(shown(outbox)).toEqual([]);
  expect(server.requests.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  expect(kept.size).toBe(0);
});

test('retries an unanswered message with the same nonce before sending the next one', async () => {
  let behavior: Behavior = 'loses the answer';
  const server = createServer(() => behavior);
  const outbox = createOutbox('chat', server.deliver);
  outbox.write(queryClient, 'c', 'one');
  outbox.write(queryClient, 'c', 'two');
  await rest();
  expect(shown(outbox)).toEqual([
    ['one', 'retrying'],
    ['two', 'retrying'],
  ]);
  expect(server.requests).toHaveLength(1);
  behavior = 'answers';
  await later();
  expect(shown(outbox)).toEqual([]);
  expect(new Set(server.requests.slice(0, 2).map(({ nonce }) => nonce)).size).toBe(1);
  expect(server.received()).toEqual(['c: one', 'c: two']);
});

test('tells the sender when a limit of the day is reached, and sends the next one', async () => {
  const message = "You've added a lot of photos today. You can add more in 3 hours.";
  const outbox = createOutbox('chat', async ({ content }) => {
    if (content === 'one')
      throw new ApiError({
        status: 429,
        code: 'too_many_requests',
        message,
        body: { error: message },
        retryAfter: 10_800,
      });
  });
  vi.spyOn(toasts, 'error');
  outbox.write(queryClient, 'c', 'one');
  outbox.write(queryClient, 'c', 'two');
  await rest();
  expect(outbox.read()).toMatchObject([{ content: 'one', state: 'failed', error: message }]);
});

test('shows why a message was refused, sends the next one, and can retry or discard it', async () => {
  let refuses = true;
  const server = createServer(({ content }) => (refuses && content === 'one' ? 'refuses' : 'answers'));
  const outbox = createOutbox('chat', server.deliver);
  const told = vi.spyOn(toasts, 'error');
  outbox.write(queryClient, 'c', 'one');
  outbox.write(queryClient, 'c', 'two');
  await rest();
  expect(told).toHaveBeenCalledExactlyOnceWith("Your message wasn't delivered", {
    id: 'unsent-c',
    text: '“one” No.',
  });
  expect(outbox.read()).toMatchObject([{ content: 'one', state: 'failed', error: 'No.' }]);
  const [{ nonce } = { nonce: '' }] = outbox.read();
  outbox.retry(queryClient, nonce);
  await rest();
  expect(shown(outbox)).toEqual([['one', 'failed']]);
  refuses = false;
  outbox.retry(queryClient, nonce);
  await rest();
  expect(server.received()).toEqual(['c: two', 'c: one']);

  refuses = true;
  outbox.write(queryClient, 'c', 'one');
  await rest();
  outbox.discard(outbox.read()[0]?.nonce ?? '');
  expect([shown(outbox), kept.size]).toEqual([[], 0]);
});

test('waits while offline and sends when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const server = createServer();
  const outbox = createOutbox('chat', server.deliver);
  outbox.write(queryClient, 'c', 'one');
  await rest();
  expect([shown(outbox), server.requests]).toEqual([[['one', 'waiting']], []]);
  onLine.mockReturnValue(true);
  outbox.sendAll(queryClient);
  await rest();
  expect([shown(outbox), server.received()]).toEqual([[], ['c: one']]);
});

test('keeps a message as it is when the sign-in has ended, and sends it after the next one', async () => {
  const told = vi.spyOn(toasts, 'error');
  let isSignedIn = false;
  const server = createServer();
  const outbox = createOutbox('chat', async (message) => {
    if (!isSignedIn) throw new ApiError({ status: 401, code: 'signed_out', message: 'Sign in again.' });
    await server.deliver(message);
  });
  outbox.write(queryClient, 'c', 'one');
  await rest();
  outbox.clear();
  expect([told.mock.calls, kept.size]).toEqual([[], 1]);
  isSignedIn = true;
  await outbox.restore(queryClient, 'ana');
  await rest();
  expect([server.received(), kept.size]).toEqual([['c: one'], 0]);
});

test('keeps sending to other chats while one is waiting', async () => {
  const server = createServer(({ chatId }) => (chatId === 'far' ? 'is away' : 'answers'));
  const outbox = createOutbox('chat', server.deliver);
  outbox.write(queryClient, 'far', 'one');
  outbox.write(queryClient, 'near', 'two');
  await rest();
  expect([shown(outbox), server.received()]).toEqual([[['one', 'retrying']], ['near: two']]);
});

test('separates messages by kind of chat and forgets them at sign-out', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const outbox = createOutbox('chat', createServer().deliver);
  outbox.write(queryClient, 'c', 'one');
  const other = createOutbox('other', createServer().deliver);
  await other.restore(queryClient, 'ana');
  expect(shown(other)).toEqual([]);
  outbox.clear();
  expect(shown(outbox)).toEqual([]);
});

test('delivers every message once and in order through lost answers, outages and reloads', async () => {
  const behaviors = fc.constantFrom<Behavior[]>('answers', 'loses the answer', 'is away');
  const step = fc.oneof(
    fc.record({ does: fc.constant('write' as const), chatId: fc.constantFrom('a', 'b') }),
    fc.record({ does: fc.constantFrom('reload' as const, 'wait' as const, 'rest' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.infiniteStream(behaviors), async (steps, ahead) => {
      kept.clear();
      let isOver = false;
      const server = createServer(() => (isOver ? 'answers' : (ahead.next().value ?? 'answers')));
      let outbox = createOutbox('chat', server.deliver);
      const written: string[] = [];
      for (const [index, one] of steps.entries()) {
        if (one.does === 'write') {
          outbox.write(queryClient, one.chatId, `${index}`);
          written.push(`${one.chatId}: ${index}`);
        }
        if (one.does === 'wait') await later();
        if (one.does === 'rest') await rest();
        if (one.does === 'reload') {
          outbox.clear();
          outbox = createOutbox('chat', server.deliver);
          await outbox.restore(queryClient, 'ana');
        }
      }
      isOver = true;
      await later();
      await later();
      const ofChat = (texts: string[], chat: string) => texts.filter((text) => text.startsWith(chat));
      for (const chat of ['a', 'b']) expect(ofChat(server.received(), chat)).toEqual(ofChat(written, chat));
      expect([outbox.read(), kept.size]).toEqual([[], 0]);
    }),
    runs(200),
  );
});
