import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { expect, test } from 'vitest';
import { testUser } from '../../../testing/session.ts';
import { noteOf } from './session-notes.ts';

const message = (over: Partial<SessionMessage>): SessionMessage => ({
  id: 'm1',
  session_id: 's',
  seq: 1,
  client_nonce: null,
  kind: 'quick_action',
  sender: testUser('ben'),
  content: '',
  action: null,
  details: null,
  is_hidden: false,
  created_at: '2026-11-17T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  ...over,
});

test.each([
  ['running_late', { minutes: 15 }, 'Ben is running 15 minutes late', "You're running 15 minutes late"],
  ['running_late', { minutes: 1 }, 'Ben is running 1 minute late', "You're running 1 minute late"],
  ['on_my_way', null, 'Ben is on the way', "You're on the way"],
  ['arrived', null, 'Ben is here', "You're here"],
  ['cant_make_it', null, "Ben can't make it", "You can't make it"],
  ['need_a_spotter', null, 'Ben needs a spotter', 'You need a spotter'],
] as const)('writes %s as a sentence', (action, details, theirs, mine) => {
  expect(noteOf(message({ action, details }), 'ana')?.text).toBe(theirs);
  expect(noteOf(message({ action, details }), 'ben')?.text).toBe(mine);
});

test('returns null for text and the text itself for a system message', () => {
  expect(noteOf(message({ kind: 'text', content: 'Hello' }), 'ana')).toBeNull();
  expect(noteOf(message({ kind: 'system', sender: null, content: 'Moved' }), 'ana')).toEqual({ text: 'Moved' });
});
