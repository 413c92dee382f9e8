import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { testMessage } from '../../testing/conversations.ts';
import { testUser } from '../../testing/session.ts';
import { conversationsLive } from './conversations.realtime.ts';
import { giveSharedPhotos, takeSharedPhotos } from './shared-photos.ts';
import { useTyping } from './typing.ts';

const queryClient = new QueryClient();
let requests: ReturnType<typeof answerWith>;

beforeEach(() => {
  vi.useFakeTimers();
  requests = answerWith(() => Response.json({}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a sign-out does, and a sign-in of another member on the same page. */
const nextMember = () => queryClient.clear();

test('who was typing is nothing that the next member of this page sees', () => {
  conversationsLive.typing?.({ type: 'typing', data: { conversation_id: 'pair', user_id: 'ben' } }, queryClient);
  const typing = () =>
    renderHook(() => useTyping('pair'), {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    }).result.current;
  expect(typing()).toEqual(['ben']);
  nextMember();
  expect(typing()).toEqual([]);
});

test("messages of the last member aren't told as delivered to the next", async () => {
  const message = testMessage({ seq: 1, sender: testUser('ben') });
  conversationsLive['message.created']?.(
    { type: 'message.created', data: { conversation_id: 'pair', message } },
    queryClient,
  );
  nextMember();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests.filter(({ path }) => path.includes('delivered'))).toEqual([]);
});

test("photos that were shared to a chat of both aren't put into the next member's message", () => {
  giveSharedPhotos(queryClient, 'pair', [new File(['one'], 'one.png')]);
  nextMember();
  expect(takeSharedPhotos(queryClient, 'pair')).toEqual([]);
});
