import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../../testing/answers.ts';
import type { Chat } from './session-chat.ts';
import { chatKeys } from './session-chat-cache.ts';
import { dropUnsent, emptyOutbox, readUnsent, retryUnsent, sendUnsent, write } from './session-outbox.ts';

const queryClient = new QueryClient();
const shown = () => readUnsent().map(({ content, state }) => [content, state]);
const settled = (expected: unknown) => vi.waitFor(() => expect(shown()).toEqual(expected));

type Body = { content: string; client_nonce: string };
/** The server: numbers what it is sent, each nonce once. */
function createServer() {
  const lines = new Map<string, { seq: number; content: string }>();
  return {
    lines,
    accept({ content, client_nonce }: Body) {
      const line = lines.get(client_nonce) ?? { seq: lines.size + 1, content };
      lines.set(client_nonce, line);
      return Response.json({ ...line, id: client_nonce, session_id: 's', client_nonce, kind: 'text' }, { status: 201 });
    },
  };
}
const away = () => Response.json({ error: 'Away.', code: 'unavailable' }, { status: 503 });

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData<Chat>(chatKeys.of('s'), { lines: [], hasOlder: false });
});
afterEach(() => {
  emptyOutbox();
  vi.useRealTimers();
});

const held = () => queryClient.getQueryData<Chat>(chatKeys.of('s'))?.lines.map(({ content }) => content);

test('what is written goes out in order, each after the one before', async () => {
  const server = createServer();
  const requests = answerWith(({ body }) => server.accept(body as Body));
  for (const text of ['one', 'two', 'three']) write(queryClient, 's', text);
  expect(shown()[0]).toEqual(['one', 'sending']);
  await settled([]);
  expect(requests.map(({ body }) => (body as Body).content)).toEqual(['one', 'two', 'three']);
  expect(held()).toEqual(['one', 'two', 'three']);
});

test('what got no answer is tried again with the same nonce, and nothing overtakes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer();
  let isAway = true;
  const requests = answerWith(({ body }) => {
    if (!isAway) return server.accept(body as Body);
    // It has arrived; only the answer is lost.
    server.accept(body as Body);
    return away();
  });
  write(queryClient, 's', 'one');
  write(queryClient, 's', 'two');
  await settled([
    ['one', 'waiting'],
    ['two', 'waiting'],
  ]);
  expect(requests).toHaveLength(1);
  isAway = false;
  vi.advanceTimersByTime(5_000);
  await settled([]);
  expect(new Set(requests.slice(0, 2).map(({ body }) => (body as Body).client_nonce)).size).toBe(1);
  expect([...server.lines.values()].map(({ content }) => content)).toEqual(['one', 'two']);
  expect(held()).toEqual(['one', 'two']);
});

test('what is refused says why, lets the next one go, and can be tried again or taken back', async () => {
  const server = createServer();
  let refuses = true;
  answerWith(({ body }) =>
    refuses && (body as Body).content === 'one'
      ? Response.json({ error: 'You are not in this session.', code: 'not_a_participant' }, { status: 409 })
      : server.accept(body as Body),
  );
  write(queryClient, 's', 'one');
  write(queryClient, 's', 'two');
  await settled([['one', 'failed']]);
  expect(readUnsent()[0]?.error).toBe('You are not in this session.');
  const nonce = readUnsent()[0]?.nonce ?? '';
  retryUnsent(queryClient, nonce);
  await settled([['one', 'failed']]);
  refuses = false;
  retryUnsent(queryClient, nonce);
  await settled([]);
  expect(held()).toEqual(['two', 'one']);

  refuses = true;
  write(queryClient, 's', 'one');
  await settled([['one', 'failed']]);
  dropUnsent(readUnsent()[0]?.nonce ?? '');
  expect(shown()).toEqual([]);
});

test('without a network nothing is tried until there is one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const server = createServer();
  const requests = answerWith(({ body }) => server.accept(body as Body));
  write(queryClient, 's', 'one');
  await settled([['one', 'waiting']]);
  expect(requests).toEqual([]);
  onLine.mockReturnValue(true);
  sendUnsent(queryClient);
  await settled([]);
  expect(requests).toHaveLength(1);
});
