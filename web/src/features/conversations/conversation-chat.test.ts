import { afterEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { conversationChat } from './conversation-chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('sends a poll that an earlier version stored with the same body again', async () => {
  const requests = answerWith(() => Response.json({}));
  const options = [
    { text: 'Monday', starts_at: null },
    { text: 'Friday', starts_at: null },
  ];
  const stored = { chatId: 'c1', content: 'When?', poll: options };
  await conversationChat.source.send(stored, { idempotencyKey: 'n1' });
  expect(JSON.stringify(requests[0]?.body)).toBe(JSON.stringify({ question: 'When?', options, client_nonce: 'n1' }));
});
