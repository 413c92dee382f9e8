import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { testUser } from '../../testing/session.ts';
import type { ChatMessage } from './chat.ts';
import { dayInWords, groupMessages } from './chat-items.ts';

let count = 0;
const message = (over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${++count}`,
  seq: count,
  client_nonce: null,
  kind: 'text',
  sender: testUser('ben'),
  content: 'Hello',
  is_hidden: false,
  created_at: '2026-11-17T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  ...over,
});
const noteOf = ({ kind }: ChatMessage) => (kind === 'text' ? null : kind);

describe('chat items', () => {
  test('groups messages by sender, and splits runs by time, other senders, notes and days', () => {
    const items = groupMessages(
      [
        message(),
        message({ created_at: '2026-11-17T10:04:00.000Z' }),
        message({ created_at: '2026-11-17T10:09:30.000Z' }),
        message({ sender: testUser('ana'), created_at: '2026-11-17T10:10:00.000Z' }),
        message({ kind: 'system', created_at: '2026-11-17T10:11:00.000Z' }),
        message({ sender: testUser('ana'), created_at: '2026-11-17T10:12:00.000Z' }),
        message({ sender: testUser('ana'), created_at: '2026-11-19T10:12:00.000Z' }),
      ],
      'ana',
      noteOf,
    );
    const shape = items.map((item) =>
      item.kind === 'bubble'
        ? `${item.isMine ? 'mine' : 'theirs'}${item.isFirst ? ' first' : ''}${item.isLast ? ' last' : ''}`
        : item.kind,
    );
    expect(shape).toEqual([
      'day',
      'theirs first',
      'theirs last',
      'theirs first last',
      'mine first last',
      'note',
      'mine first last',
      'day',
      'mine first last',
    ]);
  });

  test('shows a message the same way before and after the ones above it arrive', () => {
    const older = Array.from({ length: 30 }, (_, index) =>
      message({
        sender: testUser(index % 4 < 2 ? 'ana' : 'ben'),
        created_at: new Date(Date.UTC(2026, 10, 10, 0, index * 40)).toISOString(),
      }),
    );
    const all = groupMessages(older, 'ana', noteOf);
    for (let from = 1; from < older.length; from++) {
      const shown = groupMessages(older.slice(from), 'ana', noteOf, { hasOlder: true });
      expect(shown).toEqual(all.slice(all.length - shown.length));
    }
  });

  test('puts a line before the first message by somebody else that the reader has not read', () => {
    const [one, own, two, three] = [
      message(),
      message({ sender: testUser('ana') }),
      message({ kind: 'system', sender: null }),
      message(),
    ];
    const items = groupMessages([one, own, two, three], 'ana', noteOf, { readTo: one.seq });
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'bubble', 'bubble', 'note', 'unread', 'bubble']);
    expect(groupMessages([one, own], 'ana', noteOf, { readTo: one.seq }).map(({ kind }) => kind)).not.toContain(
      'unread',
    );
  });

  test('splits a run at the line before unread messages', () => {
    const [read, unread] = [message(), message()];
    const bubbles = groupMessages([read, unread], 'ana', noteOf, { readTo: read.seq }).filter(
      (item) => item.kind === 'bubble',
    );
    expect(bubbles.map(({ isFirst, isLast }) => isFirst && isLast)).toEqual([true, true]);
  });

  test("keeps a message's key once the server has it", () => {
    const [, unsent] = groupMessages([message({ id: 'n1', client_nonce: 'n1' })], 'ben', noteOf);
    const [, sent] = groupMessages([message({ id: 'server', client_nonce: 'n1' })], 'ben', noteOf);
    expect(unsent?.key).toBe(sent?.key);
  });

  test('gives every item its own key and keeps the order, whatever the clocks say', () => {
    const someMessage = fc.record({
      minutes: fc.integer({ min: 0, max: 4 * 24 * 60 }),
      kind: fc.constantFrom('text', 'system'),
      sender: fc.constantFrom('ana', 'ben'),
    });
    fc.assert(
      fc.property(fc.array(someMessage), (written) => {
        const messages = written.map(({ minutes, kind, sender }) =>
          message({
            kind,
            sender: testUser(sender),
            created_at: new Date(Date.UTC(2026, 10, 17) + minutes * 60_000).toISOString(),
          }),
        );
        const items = groupMessages(messages, 'ana', noteOf);
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
        expect(items.flatMap((item) => ('message' in item ? [item.message] : []))).toEqual(messages);
        const runs = items.filter((item) => item.kind === 'bubble');
        expect(runs.filter(({ isFirst }) => isFirst)).toHaveLength(runs.filter(({ isLast }) => isLast).length);
      }),
      runs(100),
    );
  });
});

test.each([
  ['2026-11-17', 'Today'],
  ['2026-11-16', 'Yesterday'],
  ['2026-11-13', 'Friday'],
  ['2026-11-10', 'Tue, Nov 10'],
  ['2025-12-31', 'Dec 31, 2025'],
  ['2026-11-18', 'Wed, Nov 18'],
])('the day %s is called %s', (day, words) => {
  expect(dayInWords(day, '2026-11-17')).toBe(words);
});
