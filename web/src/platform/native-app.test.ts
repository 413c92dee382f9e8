import { afterEach, expect, test, vi } from 'vitest';
import { isNative, offersApple } from './native-app.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the web', undefined, false, true],
  ['iOS', 'ios', true, true],
  ['Android', 'android', true, false],
])('offers Apple sign-in on %s as specified', (_name, platform, native, offered) => {
  if (platform) vi.stubGlobal('Capacitor', { getPlatform: () => platform, isNativePlatform: () => true });
  expect([isNative(), offersApple()]).toEqual([native, offered]);
});

test("a page that only loaded a plugin's code is no native app", () => {
  vi.stubGlobal('Capacitor', { getPlatform: () => 'web', isNativePlatform: () => false });
  expect(isNative()).toBe(false);
});
