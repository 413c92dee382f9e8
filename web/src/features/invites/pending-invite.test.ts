import { expect, test } from 'vitest';
import { isInviteType } from './invite-type.ts';
import { pendingInvite, pendingSession, pendingShareToken } from './pending-invite.ts';

test('accepts only the three invite types', () => {
  expect(['org', 'session', 'friend', 'party', undefined].map(isInviteType)).toEqual([true, true, true, false, false]);
});

test('ignores pending invites and sessions of an unknown shape', () => {
  sessionStorage.setItem('pendingInvite', JSON.stringify({ type: 'party', code: 'X' }));
  expect(pendingInvite.read()).toBeNull();
  sessionStorage.setItem('pendingSession', '7');
  expect(pendingSession.read()).toBeNull();
  pendingShareToken.write('tok');
  expect(sessionStorage.getItem('pendingShareToken')).toBe('tok');
});
