import { afterEach, expect, test, vi } from 'vitest';
import { isNative, offersApple } from './native.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the web', undefined, false, true],
  ['iOS', 'ios', true, true],
  ['Android', 'android', true, false],
])('offers Apple sign-in on %s as specified', (_name, platform, native, offered) => {
  if (platform) vi.stubGlobal('Capacitor', { getPlatform: () => platform });
  expect([isNative(), offersApple()]).toEqual([native, offered]);
});
