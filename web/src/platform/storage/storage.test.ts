import { beforeEach, describe, expect, test } from 'vitest';
import {
  clearTokens,
  endSignIn,
  onboardingState,
  readEmulation,
  readRefreshToken,
  readTokens,
  storeEmulation,
  storeSignIn,
  storeTokens,
  usesNewTimezone,
} from './local-keys.ts';
import { safeStorage } from './safe-storage.ts';
import { pendingInvite, pendingSession, pendingShareToken } from './session-keys.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('tokens', () => {
  test('come from the auth object before the single items', () => {
    localStorage.setItem('access_token', 'item-access');
    localStorage.setItem('refresh_token', 'item-refresh');
    expect(readTokens()).toEqual({ access: 'item-access', refresh: 'item-refresh' });
    localStorage.setItem('auth', JSON.stringify({ access_token: 'object-access', refresh_token: 'object-refresh' }));
    expect(readTokens()).toEqual({ access: 'object-access', refresh: 'object-refresh' });
  });

  test.each(['{broken', '"text"', '[]', '{"access_token":7}', 'null'])(
    'a broken auth object (%s) counts as none',
    (text) => {
      localStorage.setItem('auth', text);
      expect(readTokens()).toBeNull();
    },
  );

  test('are written to the object and to both items, and all three are removed', () => {
    storeTokens({ access: 'a', refresh: 'r' });
    expect(localStorage.getItem('access_token')).toBe('a');
    expect(localStorage.getItem('refresh_token')).toBe('r');
    expect(readRefreshToken()).toBe('r');
    clearTokens();
    expect(localStorage).toHaveLength(0);
  });

  test("a super admin's own sign-in comes back after a visit to an organization", () => {
    const emulation = { organization_id: 'o1', organization_name: 'Iron Harbour', original_role: 'super_admin' };
    storeSignIn({ access: 'own', refresh: 'own-refresh' });
    storeEmulation('inside', emulation);
    expect(readTokens()).toEqual({ access: 'inside', refresh: null });
    expect(readRefreshToken()).toBeNull();
    expect(readEmulation()).toEqual(emulation);
    endSignIn();
    expect(readTokens()).toEqual({ access: 'own', refresh: 'own-refresh' });
    expect(readEmulation()).toBeNull();
    endSignIn();
    expect(localStorage).toHaveLength(0);
  });
});

test('a storage that throws still remembers for this page', () => {
  const storage = safeStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(storage.get('x')).toBeNull();
  storage.set('x', '1');
  expect(storage.get('x')).toBe('1');
  storage.remove('x');
  expect(storage.get('x')).toBeNull();
  storage.set('x', '1');
  storage.clear();
  expect(storage.get('x')).toBeNull();
});

test('the timezone flag counts only when it is exactly "true"', () => {
  expect(usesNewTimezone()).toBe(false);
  localStorage.setItem('use_new_timezone', '1');
  expect(usesNewTimezone()).toBe(false);
  localStorage.setItem('use_new_timezone', 'true');
  expect(usesNewTimezone()).toBe(true);
});

test('onboarding state is kept per user and only in version 1', () => {
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 2 }));
  expect(onboardingState.read('ana')).toBeNull();
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 1, tourStatus: 'skipped' }));
  expect(onboardingState.read('ana')?.tourStatus).toBe('skipped');
  expect(onboardingState.read('ben')).toBeNull();
});

test('pending things of an unknown shape are ignored', () => {
  sessionStorage.setItem('pendingInvite', JSON.stringify({ type: 'party', code: 'X' }));
  expect(pendingInvite.read()).toBeNull();
  sessionStorage.setItem('pendingSession', '7');
  expect(pendingSession.read()).toBeNull();
  pendingShareToken.write('tok');
  expect(sessionStorage.getItem('pendingShareToken')).toBe('tok');
});
