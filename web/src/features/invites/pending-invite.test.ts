import { expect, test } from 'vitest';
import { isInviteType } from './invite-type.ts';
import { pendingInvite, pendingSession, pendingShareToken } from './pending-invite.ts';

test('only the three types of invite are invites', () => {
  expect(['org', 'session', 'friend', 'party', undefined].map(isInviteType)).toEqual([true, true, true, false, false]);
});

test('pending invites and sessions of an unknown shape are ignored', () => {
  sessionStorage.setItem('pendingInvite', JSON.stringify({ type: 'party', code: 'X' }));
  expect(pendingInvite.read()).toBeNull();
  sessionStorage.setItem('pendingSession', '7');
  expect(pendingSession.read()).toBeNull();
  pendingShareToken.write('tok');
  expect(sessionStorage.getItem('pendingShareToken')).toBe('tok');
});
