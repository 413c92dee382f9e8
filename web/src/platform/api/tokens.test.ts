import { beforeEach, describe, expect, test } from 'vitest';
import {
  clearTokens,
  endSignIn,
  readEmulation,
  readRefreshToken,
  readTokens,
  storeEmulation,
  storeSignIn,
  storeTokens,
} from './tokens.ts';

beforeEach(() => localStorage.clear());

describe('tokens', () => {
  test('reads the auth object before the single items', () => {
    localStorage.setItem('access_token', 'item-access');
    localStorage.setItem('refresh_token', 'item-refresh');
    expect(readTokens()).toEqual({ access: 'item-access', refresh: 'item-refresh' });
    localStorage.setItem('auth', JSON.stringify({ access_token: 'object-access', refresh_token: 'object-refresh' }));
    expect(readTokens()).toEqual({ access: 'object-access', refresh: 'object-refresh' });
  });

  test.each(['{broken', '"text"', '[]', '{"access_token":7}', 'null'])('ignores a broken auth object (%s)', (text) => {
    localStorage.setItem('auth', text);
    expect(readTokens()).toBeNull();
  });

  test('writes the object and both items, and removes all three', () => {
    storeTokens({ access: 'a', refresh: 'r' });
    expect(localStorage.getItem('access_token')).toBe('a');
    expect(localStorage.getItem('refresh_token')).toBe('r');
    expect(readRefreshToken()).toBe('r');
    clearTokens();
    expect(localStorage).toHaveLength(0);
  });

  test("restores a super admin's own sign-in after leaving an organization", () => {
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
