import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chat, withLine, withNewest, withOlder } from './session-chat.ts';

const line = (seq: number, content = `line ${seq}`): SessionMessage => ({
  id: `id ${seq}`,
  session_id: 's',
  seq,
  client_nonce: null,
  kind: 'text',
  sender: null,
  content,
  action: null,
  details: null,
  is_hidden: false,
  created_at: '2026-11-15T06:00:00.000Z',
  edited_at: null,
  deleted_at: null,
});

/** A page as the server gives it: newest first. */
const page = (from: number, to: number) => ({
  results: Array.from({ length: to - from + 1 }, (_, index) => line(to - index)),
  next: from > 1 ? `?before=${from}` : null,
});
const numbers = (chat: Chat) => chat.lines.map(({ seq }) => seq);

describe('a chat', () => {
  test('is the newest page at first, oldest line first', () => {
    expect(withNewest(undefined, page(4, 6))).toMatchObject({ hasOlder: true });
    expect(numbers(withNewest(undefined, page(4, 6)))).toEqual([4, 5, 6]);
    expect(withNewest(undefined, { results: [], next: null })).toEqual({ lines: [], hasOlder: false });
  });

  test('grows at the top, and keeps that when the newest page is read again', () => {
    const grown = withOlder(withNewest(undefined, page(4, 6)), page(1, 3));
    expect([numbers(grown), grown.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6], false]);
    const again = withNewest(grown, page(5, 7));
    expect([numbers(again), again.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6, 7], false]);
  });

  test('lets go of what lies before a gap', () => {
    const after = withNewest(withNewest(undefined, page(1, 3)), page(10, 12));
    expect([numbers(after), after.hasOlder]).toEqual([[10, 11, 12], true]);
    const heard = withNewest(withLine(withNewest(undefined, page(1, 3)), line(12)).chat, page(10, 12));
    expect([numbers(heard), heard.hasOlder]).toEqual([[10, 11, 12], true]);
  });

  test('takes a line once, in its place, and says when one between is missing', () => {
    const chat = withNewest(undefined, page(1, 3));
    expect(withLine(chat, line(4))).toMatchObject({ missed: false, chat: { lines: { length: 4 } } });
    expect(withLine(chat, line(3)).chat.lines).toHaveLength(3);
    expect(withLine(chat, line(6)).missed).toBe(true);
    expect(withLine({ lines: [], hasOlder: false }, line(1)).missed).toBe(false);
  });

  test('is the same whatever the order in which pages and lines arrive', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }), fc.nat(7), (order, at) => {
        let chat: Chat = { lines: [], hasOlder: false };
        order.forEach((seq, index) => {
          chat = withLine(chat, line(seq)).chat;
          // A page that was on its way meanwhile: it knows less than what is held.
          if (index === at) chat = withNewest(chat, page(1, 5));
        });
        expect(numbers(chat)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      }),
    );
  });
});
