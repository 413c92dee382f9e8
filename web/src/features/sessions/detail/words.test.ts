import { describe, expect, test } from 'vitest';
import { somebody } from '../../../testing/session.ts';
import { layOut, noteInWords } from '../messages/chat-messages.ts';
import type { ChatMessage } from '../messages/session-chat.queries.ts';
import { elsewhereInWords } from './elsewhere.ts';
import { ranked } from './people.ts';
import { differenceInWords, verdictOf } from './proposal-words.ts';

const time = (utc: string, local: string, timezone = 'Australia/Sydney') => ({ utc, local, timezone, relative: '' });
const five = time('2026-11-17T06:00:00Z', '2026-11-17T17:00:00+11:00');
const six = time('2026-11-17T07:00:00Z', '2026-11-17T18:00:00+11:00');

describe('a proposed time', () => {
  test('names the new and the old time', () => {
    const { proposed, instead } = differenceInWords({ proposed_time: six, instead_of: five });
    expect(proposed).toMatch(/^Tue (6:00\sPM|18:00)$/i);
    expect(instead).toMatch(/^Tue (5:00\sPM|17:00)$/i);
  });

  test('includes the date when the weekday alone is ambiguous', () => {
    const next = time('2026-11-24T06:00:00Z', '2026-11-24T17:00:00+11:00');
    expect(differenceInWords({ proposed_time: next, instead_of: five }).proposed).toContain('24');
  });

  const free = { exists: true, starts_in_past: false, open: true, hours: [], overlapping: [] };
  test.each([
    [free, 'success', "The gym's open and you're free."],
    [{ ...free, exists: false }, 'error', 'The clocks skip this time that day. Pick another one.'],
    [{ ...free, starts_in_past: true }, 'error', "That's in the past. Pick a later time."],
    [{ ...free, open: false }, 'error', "The gym's closed that day."],
    [
      {
        ...free,
        open: false,
        hours: [
          { opens: '06:00', closes: '12:00' },
          { opens: '15:00', closes: '21:00' },
        ],
      },
      'error',
      /^The gym's closed then. It's open 6:00\sAM to 12:00\sPM and 3:00\sPM to 9:00\sPM that day.$/i,
    ],
    [
      { ...free, overlapping: [{ id: 'x', title: 'Yoga', start_time: five, end_time: six }] },
      'warning',
      /^You're already in Yoga, 5:00\sPM to 6:00\sPM.$/i,
    ],
  ])('gets a verdict before it is sent', (check, tone, text) => {
    const verdict = verdictOf(check);
    expect(verdict.tone).toBe(tone);
    if (text instanceof RegExp) expect(verdict.text).toMatch(text);
    else expect(verdict.text).toBe(text);
  });
});

test("names both times when the device's clock differs from the gym's", () => {
  expect(elsewhereInWords(five, 'Australia/Sydney')).toBeNull();
  expect(elsewhereInWords(five, 'Australia/Melbourne')).toBeNull();
  expect(elsewhereInWords(five, 'Europe/London')).toMatch(/^Times are in Sydney time. That's 6:00\sAM for you.$/i);
  expect(elsewhereInWords(five, 'America/New_York')).toMatch(/That's 1:00\sAM for you.$/i);
  expect(elsewhereInWords(five, 'America/Los_Angeles')).toMatch(/That's Mon 10:00\sPM for you.$/i);
});

test('lists the host first, then the reader, friends, and the rest in join order', () => {
  const people = ['dora', 'finn', 'ana', 'cleo', 'ben'].map((id) => somebody(id));
  const order = ranked(people, { hostId: 'ben', readerId: 'ana', friendIds: new Set(['cleo', 'ben']) });
  expect(order.map(({ person }) => person.id)).toEqual(['ben', 'ana', 'cleo', 'dora', 'finn']);
  expect(order[0]).toMatchObject({ isHost: true, isFriend: true });
});

describe('the chat', () => {
  let count = 0;
  const line = (over: Partial<ChatMessage> = {}): ChatMessage => ({
    id: `m${++count}`,
    session_id: 's',
    seq: count,
    client_nonce: null,
    kind: 'text',
    sender: somebody('ben'),
    content: 'Hello',
    action: null,
    details: null,
    is_hidden: false,
    created_at: '2026-11-17T10:00:00.000Z',
    edited_at: null,
    deleted_at: null,
    ...over,
  });

  test('runs of one person are one group, split by time, by others and by days', () => {
    const items = layOut(
      [
        line(),
        line({ created_at: '2026-11-17T10:04:00.000Z' }),
        line({ created_at: '2026-11-17T10:09:30.000Z' }),
        line({ sender: somebody('ana'), created_at: '2026-11-17T10:10:00.000Z' }),
        line({ kind: 'quick_action', action: 'arrived', created_at: '2026-11-17T10:11:00.000Z' }),
        line({ sender: somebody('ana'), created_at: '2026-11-17T10:12:00.000Z' }),
        line({ sender: somebody('ana'), created_at: '2026-11-19T10:12:00.000Z' }),
      ],
      'ana',
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

  test('a line keeps its name on the screen when the server has it', () => {
    const [, written] = layOut([line({ id: 'n1', client_nonce: 'n1', state: 'sending' })], 'ben');
    const [, sent] = layOut([line({ id: 'server', client_nonce: 'n1' })], 'ben');
    expect(written?.key).toBe(sent?.key);
  });

  test.each([
    ['running_late', { minutes: 15 }, 'Ben is running 15 minutes late', 'You are running 15 minutes late'],
    ['on_my_way', null, 'Ben is on the way', 'You are on the way'],
    ['arrived', null, 'Ben is here', 'You are here'],
    ['cant_make_it', null, "Ben can't make it", "You can't make it"],
    ['need_a_spotter', null, 'Ben needs a spotter', 'You need a spotter'],
  ] as const)('%s is a sentence', (action, details, theirs, mine) => {
    const said = line({ kind: 'quick_action', content: '', action, details });
    expect(noteInWords(said, 'ana')).toBe(theirs);
    expect(noteInWords(said, 'ben')).toBe(mine);
  });

  test('what is folded away says only that', () => {
    expect(noteInWords(line({ is_hidden: true, sender: null, content: '' }), 'ana')).toBe(
      'A message from somebody you do not see.',
    );
  });
});
