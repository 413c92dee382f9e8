import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/login/query-client.ts';
import { answerWith } from '../../testing/answers.ts';
import { testConversation } from '../../testing/conversations.ts';
import { useConversation } from './conversation-view.tsx';
import '../../testing/patience.ts';

afterEach(() => vi.unstubAllGlobals());

test('keeps nothing of a conversation that the reader was removed from', async () => {
  let isIn = true;
  answerWith(() =>
    isIn
      ? Response.json(testConversation())
      : Response.json({ error: 'No.', code: 'conversation_not_found' }, { status: 404 }),
  );
  const queryClient = createQueryClient();
  const { result } = renderHook(() => useConversation('pair'), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.data?.id).toBe('pair'));
  isIn = false;
  await queryClient.invalidateQueries();
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect(result.current.data).toBeUndefined();
});
