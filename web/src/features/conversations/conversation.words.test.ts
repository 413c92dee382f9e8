import { describe, expect, test } from 'vitest';
import { testConversation, testMember, testMessage } from '../../testing/conversations.ts';
import { testUser } from '../../testing/session.ts';
import {
  conversationName,
  lastMessageInWords,
  listTime,
  noticeInWords,
  quoteInWords,
  receiptOf,
  statusInWords,
  typingInWords,
} from './conversation.words.ts';
import { whatLeavingDoes } from './groups/leave-question.tsx';
import { listRows } from './list/list-rows.ts';

const group = testConversation({
  id: 'group',
  type: 'group',
  name: 'Dawn crew',
  participants: [testMember('ana', { is_admin: true }), testMember('ben'), testMember('cleo')],
  can_manage: true,
});
const session = {
  id: 's',
  title: 'Leg day',
  workout_type: 'strength',
  start_time: '2026-11-17T17:00:00.000Z',
  gym_name: 'Barangaroo',
} as const;

test('names a direct chat after the other person', () => {
  expect(conversationName(testConversation(), 'ana')).toBe('Ben Vale');
  expect(conversationName(testConversation({ participants: [testMember('ana')] }), 'ana')).toBe('Former member');
  expect(conversationName(group, 'ana')).toBe('Dawn crew');
});

describe('the last message in one line', () => {
  const line = (conversation = testConversation(), over: Parameters<typeof testMessage>[0] = {}) =>
    lastMessageInWords({ ...conversation, last_message: testMessage(over) }, 'ana').text;
  test.each([
    ['a text', line(), 'Six tomorrow?'],
    ['an own text', line(undefined, { sender: testUser('ana') }), 'You: Six tomorrow?'],
    ['a text in a group', line(group), 'Ben: Six tomorrow?'],
    ['a photo', line(undefined, { kind: 'photo', content: '' }), 'Photo'],
    ['a photo with a caption', line(group, { kind: 'photo', content: 'New rack' }), 'Ben: New rack'],
    ['a poll', line(group, { kind: 'poll', content: 'Which evening?' }), 'Ben: Which evening?'],
    ['a session', line(undefined, { kind: 'session', content: '', session }), 'Session · Leg day'],
    ['a session of another gym', line(undefined, { kind: 'session', content: '' }), 'Session'],
    ['a deleted message', line(group, { content: '', deleted_at: '2026-11-15T10:01:00.000Z' }), 'Message deleted'],
    ['a hidden message', line(group, { content: '', is_hidden: true, sender: null }), 'Hidden message'],
    ['nothing', lastMessageInWords(group, 'ana').text, 'No messages yet'],
  ])('%s', (_what, words, expected) => expect(words).toBe(expected));
});

test.each([
  ['created', testUser('ben'), [], null, 'Ben started the group'],
  ['added', testUser('ana'), [testUser('ben'), testUser('cleo')], null, 'You added Ben and Cleo'],
  ['added', testUser('ben'), [testUser('ana')], null, 'Ben added you'],
  [
    'added',
    testUser('ben'),
    ['cleo', 'dov', 'finn', 'ana', 'olga'].map((name) => testUser(name)),
    null,
    `Ben added ${new Intl.ListFormat().format(['you', 'Cleo', 'Dov', '2 others'])}`,
  ],
  ['joined', testUser('ben'), [], null, 'Ben joined with the link'],
  ['removed', null, [], null, 'A member removed a member'],
  ['left', testUser('ben'), [], null, 'Ben left'],
  ['renamed', testUser('ana'), [], 'Iron five', 'You renamed the group to “Iron five”'],
  ['promoted', testUser('ana'), [testUser('ben')], null, 'You made Ben an admin'],
  ['promoted', testUser('ben'), [testUser('ana'), testUser('cleo')], null, 'Ben made you and Cleo admins'],
  ['demoted', testUser('ben'), [testUser('cleo')], null, 'Ben made Cleo a member again'],
  ['demoted', testUser('ben'), [testUser('ben')], null, 'Ben stepped down as admin'],
  ['inherited', testUser('ben'), [], null, 'Ben is now an admin'],
  ['inherited', testUser('ana'), [], null, "You're now an admin"],
  ['pictured', testUser('ben'), [], null, 'Ben changed the group picture'],
  ['pinned', testUser('ana'), [], null, 'You pinned a message'],
  ['unpictured', testUser('ben'), [], null, 'Ben removed the group picture'],
] as const)('the notice %s is a sentence', (action, actor, people, name, words) => {
  expect(noticeInWords({ action, actor, people: [...people], name }, 'ana')).toBe(words);
});

test('says who has read an own message', () => {
  const read = (...seqs: number[]) =>
    receiptOf(
      { seq: 5 },
      {
        ...group,
        participants: [testMember('ana'), ...seqs.map((seq, n) => testMember(`m${n}`, { last_read_seq: seq }))],
      },
      'ana',
    );
  expect(read(4, 0)).toEqual({ label: 'Sent', state: 'sent' });
  expect(read(5, 4)).toEqual({ label: 'Read by 1', state: 'delivered' });
  expect(read(5, 9)).toEqual({ label: 'Read', state: 'read' });
});

test('says whether a device of the other person has an own message', () => {
  const receipt = (marks: { last_read_seq?: number; delivered_seq?: number; joined_seq?: number }, type = pair) =>
    receiptOf({ seq: 5 }, { ...type, participants: [testMember('ana'), testMember('ben', marks)] }, 'ana');
  const pair = testConversation();
  expect(receipt({ delivered_seq: 4 }).label).toBe('Sent');
  expect(receipt({ delivered_seq: 5 })).toEqual({ label: 'Delivered', state: 'delivered' });
  expect(receipt({ delivered_seq: 5, last_read_seq: 5 }).label).toBe('Read');
  // Members who joined later could not read it.
  expect(receipt({ joined_seq: 6, last_read_seq: 6 }, group).label).toBe('Sent');
});

test.each([
  ['shown', 'text', { name: 'Ben Vale', text: 'Six tomorrow?' }],
  ['shown', 'photo', { name: 'Ben Vale', text: 'Six tomorrow?' }],
  ['shown', 'poll', { name: 'Ben Vale', text: 'Six tomorrow?' }],
  ['deleted', 'text', { name: null, text: 'Message deleted' }],
  ['hidden', 'text', { name: null, text: 'Hidden message' }],
] as const)('quotes a %s %s', (state, kind, words) => {
  const quote = { id: 'm', seq: 1, state, kind, sender: testUser('ben'), content: 'Six tomorrow?' };
  expect(quoteInWords(quote, 'ana')).toMatchObject(words);
  expect(quoteInWords(quote, 'ben').name).toBe(state === 'shown' ? 'You' : null);
});

test('says who is typing', () => {
  expect(typingInWords(testConversation(), ['ben'], 'ana')).toBe('Typing…');
  expect(typingInWords(group, ['ben'], 'ana')).toBe('Ben is typing…');
  expect(typingInWords(group, ['cleo', 'ben'], 'ana')).toBe('Ben and Cleo are typing…');
  expect(typingInWords(group, ['ana', 'stranger'], 'ana')).toBeNull();
});

test.each([
  ['2026-11-15T08:30:00', '8:30 AM'],
  ['2026-11-14T23:00:00', 'Yesterday'],
  ['2026-11-11T10:00:00', 'Wed'],
  ['2026-10-01T10:00:00', 'Oct 1'],
  ['2025-10-01T10:00:00', 'Oct 1, 2025'],
])('a message of %s came %s', (at, words) => {
  expect(listTime(at, new Date('2026-11-15T12:00:00').getTime()).replace('\u202f', ' ')).toBe(words);
});

test('says until when a chat is muted', () => {
  const now = new Date('2026-11-15T12:00:00').getTime();
  const words = (muted_until: string | null) =>
    statusInWords(testConversation({ is_muted: true, muted_until }), now)?.replaceAll('\u202f', ' ');
  expect(words(null)).toBe('Muted');
  expect(words(new Date('2026-11-15T20:30:00').toISOString())).toBe('Muted until 8:30 PM');
  expect(words(new Date('2026-11-17T08:00:00').toISOString())).toMatch(/^Muted until Tue.*17.*8:00 AM$/);
  expect(words(new Date('2026-11-15T11:59:00').toISOString())).toBeUndefined();
});

test('finds chats by any name in them, and people without one', () => {
  const found = (text: string) =>
    listRows({
      messages: [],
      conversations: [testConversation(), group],
      people: [testUser('ana'), testUser('ben'), testUser('zoe')],
      text,
      readerId: 'ana',
    }).map(({ key }) => key);
  expect(found('bén')).toEqual(['pair', 'group', 'people', 'person zoe']);
  expect(found('DAWN')).toEqual(['group', 'people', 'person ben', 'person zoe']);
});

test('says what leaving a group does', () => {
  expect(whatLeavingDoes(group, 'ana')).toContain('Ben Vale takes over');
  expect(whatLeavingDoes({ ...group, can_manage: false }, 'ana')).not.toContain('takes over');
  expect(whatLeavingDoes({ ...group, participants: [testMember('ana')] }, 'ana')).toContain('deleted');
});
