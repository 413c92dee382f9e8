import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { type ChatMessage, createChat } from './chat.ts';

const queryClient = new QueryClient();
const reader = {
  id: 'me',
  first_name: 'Ada',
  last_name: 'Moe',
  avatar_url: null,
  avatar_color: '',
  fitness_level: null,
};
const chat = createChat<ChatMessage>({
  name: 'test',
  writeName: 'sendMessage',
  readPage: async () => ({ results: [], next: null }),
  scopeOf: (chatId) => chatId,
  send: () => new Promise(() => {}),
  chatIdOf: () => 'chat',
  unsentFields: () => ({ kind: 'text' }),
});
const waiting = () => outbox.read().map(({ words }) => words);
const bring = (client_nonce: string) => chat.receive(queryClient, { id: 'm', seq: 1, client_nonce } as ChatMessage);
const nonceOf = (words: string) => outbox.read().find((entry) => entry.words === words)?.id as string;

test('a message that the live stream brings before its answer is no longer waited for', () => {
  chat.write({ queryClient, reader }, 'chat', 'Hello');
  expect(waiting()).toEqual(['Send “Hello”']);
  bring(nonceOf('Send “Hello”'));
  expect(waiting()).toEqual([]);
});

test('an invitation still has its answer after the live stream brought its message', async () => {
  const server = Promise.withResolvers<string>();
  const invite: Write<null, string> = {
    name: 'trainTogether',
    scope: () => 'invitation',
    words: () => 'Invite Zoë',
    send: () => server.promise,
    failureText: '',
  };
  const outcome = outbox.write(invite, null, { queryClient, reader });
  bring(nonceOf('Invite Zoë'));
  server.resolve('invited');
  expect(await outcome).toEqual({ answer: 'invited' });
});
