import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import type { Message } from '../conversations.queries.ts';
import { MessagePhoto } from './message-photo.tsx';

test('opens with its caption at a tap, not at the second press of a double tap elsewhere', async () => {
  // jsdom has neither.
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  const photoOf = { sender: null, photo: { width: 4, height: 3 }, content: 'The new rack' };
  const message = { id: 'one', conversation_id: 'pair', ...photoOf };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessagePhoto message={{ ...message, file: new Blob(['x']) } as unknown as ShownMessage<Message>} />
    </QueryClientProvider>,
  );
  const photo = await screen.findByRole('button', { name: 'Open Photo by a former member' });
  fireEvent.click(photo, { detail: 2 });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(photo, { detail: 1 });
  expect((await screen.findByRole('dialog')).textContent).toContain('The new rack');
});
