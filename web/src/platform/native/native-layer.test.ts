import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { installBridge } from '../../testing/native-bridge.ts';
import { pluginHeaders } from '../../testing/plugin-headers.ts';

const bridge = installBridge({ platform: 'ios', headers: pluginHeaders() });
const push = await import('#platform/pwa/push.ts');
const { hearOpenedNotifications } = await import('#platform/pwa/opened-notifications.ts');
const { readReturn, tripInApp } = await import('#features/logins/social-trip.ts');
const { problemOf, socialAnswer } = await import('#features/logins/social-answer.ts');
const { askNatively } = await import('./sign-in.ts');
const { feel, feelChoices } = await import('./haptics.ts');
const { installShareSheet } = await import('./share.ts');
const { installBadge } = await import('./badge.ts');
const { followTheme } = await import('./bars.ts');
const { openLinks } = await import('./links.ts');
const lock = await import('./biometric-lock.ts');
const { coverScreen, showLockScreen } = await import('./lock-screen.ts');

beforeEach(() => {
  bridge.calls.length = 0;
  localStorage.clear();
});

const settled = (check: () => void) => vi.waitFor(check);

describe('signing in', () => {
  const asked = { clientId: 'web-client', nonce: 'n0nce' };

  test('asks Google with the nonce and returns its tokens and profile', async () => {
    const profile = {
      email: 'ana@x.example',
      name: 'Ana C',
      givenName: 'Ana',
      familyName: 'C',
      imageUrl: null,
      id: '1',
    };
    bridge.answer('SocialLogin.login', () => ({
      provider: 'google',
      result: { responseType: 'online', idToken: 'id', accessToken: { token: 'access' }, profile },
    }));
    const answer = await askNatively({ provider: 'google', ...asked });
    expect(answer).toMatchObject({ id_token: 'id', access_token: 'access' });
    expect(JSON.parse(answer.user ?? '')).toEqual({
      email: 'ana@x.example',
      name: 'Ana C',
      given_name: 'Ana',
      family_name: 'C',
    });
    expect(bridge.optionsOf('SocialLogin.initialize')).toMatchObject([{ google: { webClientId: 'web-client' } }]);
    expect(bridge.optionsOf('SocialLogin.login')).toMatchObject([{ provider: 'google', options: { nonce: 'n0nce' } }]);
  });

  test('asks Apple with the nonce and returns its token, code and name', async () => {
    bridge.answer('SocialLogin.login', () => ({
      provider: 'apple',
      result: {
        idToken: 'id',
        authorizationCode: 'code',
        accessToken: null,
        profile: { user: '1', email: null, givenName: 'Ana', familyName: null },
      },
    }));
    expect(await askNatively({ provider: 'apple', ...asked })).toEqual({
      id_token: 'id',
      code: 'code',
      user: JSON.stringify({ name: { firstName: 'Ana' } }),
    });
    const options = { scopes: ['email', 'name'], nonce: 'n0nce' };
    expect(bridge.optionsOf('SocialLogin.login')).toEqual([{ provider: 'apple', options }]);
  });

  test.each([
    ['the plugin’s word', { code: 'USER_CANCELLED', message: 'x' }, 'user_cancelled_authorize'],
    ['Apple’s code 1001', { code: '1001', message: 'x' }, 'user_cancelled_authorize'],
    [
      'Apple’s sentence',
      {
        message:
          'The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)',
      },
      'user_cancelled_authorize',
    ],
    ['anything else', { code: '1000', message: 'unknown' }, 'failed'],
  ])('knows a closed sheet by %s', async (_by, error, expected) => {
    bridge.answer('SocialLogin.login', () => Promise.reject(Object.assign(new Error(error.message), error)));
    expect(await askNatively({ provider: 'apple', ...asked })).toEqual({ error: expected });
  });
});

describe('a trip to a provider inside the app', () => {
  const config = { client_id: 'web-client', authorization_url: 'https://id.example/authorize' };
  const profile = { user: '1', email: 'ana@x.example', name: 'Ana', givenName: 'Ana', familyName: 'C', imageUrl: null };
  const takeTrip = async (provider: 'google' | 'apple', result: object) => {
    bridge.answer('SocialLogin.login', () => ({ provider, result: { profile, ...result } }));
    const address = await tripInApp(provider, config, 'sign-in');
    return readReturn({ search: new URL(address, 'https://localhost').search, hash: '' })!;
  };
  const callsOf = async (back: Awaited<ReturnType<typeof takeTrip>>) => {
    const requests = answerWith(() => Response.json({ action: 'complete_registration' }));
    await socialAnswer(back);
    return requests;
  };

  test('ends in the native call of Google', async () => {
    const back = await takeTrip('google', { responseType: 'online', idToken: 'id', accessToken: { token: 'access' } });
    expect(await callsOf(back)).toMatchObject([
      {
        path: '/auth/google/native/',
        body: { id_token: 'id', access_token: 'access', nonce: back.nonce, user: { given_name: 'Ana' } },
      },
    ]);
  });

  test('ends in the call of Apple', async () => {
    const back = await takeTrip('apple', { idToken: 'id', authorizationCode: 'code', accessToken: null });
    expect(await callsOf(back)).toMatchObject([
      {
        path: '/auth/apple/login/',
        body: {
          id_token: 'id',
          authorization_code: 'code',
          nonce: back.nonce,
          user: { name: { firstName: 'Ana', lastName: 'C' }, email: 'ana@x.example' },
        },
      },
    ]);
  });

  test('says that the sign-in was cancelled, or that there was no token', async () => {
    expect(problemOf(await takeTrip('apple', { idToken: null, accessToken: null }))).toBe(
      'No identity token received from Apple',
    );
    bridge.answer('SocialLogin.login', () => Promise.reject(Object.assign(new Error('x'), { code: '1001' })));
    const address = await tripInApp('apple', config, 'sign-in');
    expect(problemOf(readReturn({ search: address.slice('/login'.length), hash: '' })!)).toBe('Sign in was cancelled');
  });
});

describe('pushes', () => {
  const TOKEN = 'AB'.repeat(32);
  beforeEach(() => {
    bridge.answer('PushNotifications.checkPermissions', () => ({ receive: 'granted' }));
    bridge.answer('PushNotifications.requestPermissions', () => ({ receive: 'granted' }));
    bridge.answer('PushNotifications.register', () => bridge.tell('PushNotifications.registration', { value: TOKEN }));
    bridge.answer('App.getInfo', () => ({ id: 'app.spotter', name: 'Spotter', build: '1', version: '1.0' }));
  });
  const writes = () => answerWith(() => new Response(null, { status: 204 }));

  test('are registered for the member who turns them on, with the app’s own id', async () => {
    const requests = writes();
    expect(await push.readPushState('ana')).toBe('off');
    await push.subscribeToPushes('ana', 'unused');
    const body = { platform: 'ios', token: TOKEN, app_id: 'app.spotter' };
    expect(requests).toMatchObject([{ method: 'PUT', path: '/users/me/push-device/', body }]);
    expect(await push.readPushState('ana')).toBe('on');
    expect(await push.readPushState('ben')).toBe('off');
    // Listeners of one registration don't stay.
    await settled(() => expect(bridge.listens('PushNotifications.registration')).toBe(0));
  });

  test('are renewed for the same member after a new sign-in, and ended for another', async () => {
    const requests = writes();
    await push.subscribeToPushes('ana', 'unused');
    await push.keepPushes('ana');
    expect(requests).toHaveLength(2);
    await push.keepPushes('ben');
    expect(requests).toHaveLength(2);
    expect(bridge.optionsOf('PushNotifications.unregister')).toHaveLength(1);
    // Nothing of Ana's stays on the screen.
    expect(bridge.optionsOf('PushNotifications.removeAllDeliveredNotifications')).toHaveLength(1);
  });

  test('leave the screen when the sign-in was ended elsewhere', async () => {
    await push.hidePushes();
    expect(bridge.optionsOf('PushNotifications.removeAllDeliveredNotifications')).toHaveLength(1);
  });

  test('are turned off on the server and on the phone', async () => {
    const requests = writes();
    await push.subscribeToPushes('ana', 'unused');
    await push.unsubscribeFromPushes();
    expect(requests[1]).toMatchObject({ method: 'DELETE', path: '/users/me/push-device/', body: { token: TOKEN } });
    expect(await push.readPushState('ana')).toBe('off');
  });

  test('are blocked when the phone says so, and stay off when the member declines', async () => {
    const requests = writes();
    bridge.answer('PushNotifications.requestPermissions', () => ({ receive: 'denied' }));
    await push.subscribeToPushes('ana', 'unused');
    bridge.answer('PushNotifications.checkPermissions', () => ({ receive: 'denied' }));
    expect([requests, await push.readPushState('ana')]).toEqual([[], 'blocked']);
  });

  test('report a phone that gives no token', async () => {
    bridge.answer('PushNotifications.register', () =>
      bridge.tell('PushNotifications.registrationError', { error: 'no entitlement' }),
    );
    await expect(push.subscribeToPushes('ana', 'unused')).rejects.toThrow('no entitlement');
  });

  test('open their place when they are tapped', async () => {
    const opened = vi.fn();
    const end = hearOpenedNotifications(opened);
    const name = 'PushNotifications.pushNotificationActionPerformed';
    await settled(() => expect(bridge.listens(name)).toBe(1));
    bridge.tell(name, { actionId: 'tap', notification: { data: { aps: {}, id: 'n1', url: '/app/sessions/s1' } } });
    expect(opened.mock.calls).toEqual([[{ id: 'n1', url: '/app/sessions/s1' }]]);
    end();
    await settled(() => expect(bridge.listens(name)).toBe(0));
  });
});

test('toasts and switches are felt', async () => {
  feel('error');
  await settled(() => expect(bridge.optionsOf('Haptics.notification')).toEqual([{ type: 'ERROR' }]));
  await feelChoices();
  document.body.innerHTML = '<input type="checkbox"><input type="text">';
  for (const input of document.querySelectorAll('input')) input.dispatchEvent(new Event('change', { bubbles: true }));
  await settled(() => expect(bridge.optionsOf('Haptics.selectionChanged')).toHaveLength(1));
});

test('the share sheet and the icon’s number work through the web’s own calls', async () => {
  installShareSheet();
  await navigator.share({ title: 'Leg day', url: 'https://spotter.example/i/session/x' });
  expect(bridge.optionsOf('Share.share')).toEqual([
    { title: 'Leg day', dialogTitle: 'Leg day', url: 'https://spotter.example/i/session/x' },
  ]);
  installBadge();
  await navigator.setAppBadge(3);
  await navigator.clearAppBadge();
  expect(bridge.optionsOf('Badge.set')).toEqual([{ count: 3 }]);
  expect(bridge.optionsOf('Badge.clear')).toHaveLength(1);
});

test('the bars and the keyboard follow the theme', async () => {
  followTheme();
  document.documentElement.style.colorScheme = 'dark';
  await settled(() => expect(bridge.optionsOf('SystemBars.setStyle')).toEqual([{ style: 'LIGHT' }, { style: 'DARK' }]));
  expect(bridge.optionsOf('Keyboard.setStyle')).toEqual([{ style: 'LIGHT' }, { style: 'DARK' }]);
  // Other changes of the theme are none of theirs.
  document.documentElement.style.setProperty('--color-primary', 'red');
  await Promise.resolve();
  expect(bridge.optionsOf('SystemBars.setStyle')).toHaveLength(2);
});

test('a link of the gym opens at its path on its host, and no other kind of link does', async () => {
  const go = vi.fn();
  openLinks(go);
  await settled(() => expect(bridge.listens('App.appUrlOpen')).toBe(1));
  for (const url of [
    'https://spotter.example/i/session/abc?ref=1#x',
    'https://spotter.example/i/..//evil.example/x',
    'app.spotter://evil/i/org/X',
    'javascript:alert(1)',
    'nonsense',
  ])
    bridge.tell('App.appUrlOpen', { url });
  // The second path would be a host's with its two slashes.
  expect(go.mock.calls).toEqual([['/i/session/abc?ref=1#x'], ['/evil.example/x']]);
});

describe('the lock', () => {
  beforeEach(() => {
    bridge.answer('BiometricAuthNative.checkBiometry', () => ({ isAvailable: true, biometryType: 2 }));
    bridge.answer('BiometricAuthNative.internalAuthenticate', () => undefined);
    HTMLDialogElement.prototype.showModal = vi.fn();
    HTMLDialogElement.prototype.close = vi.fn();
    document.body.innerHTML = '';
  });
  const refuse = () =>
    bridge.answer('BiometricAuthNative.internalAuthenticate', () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'userCancel' })),
    );
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

  test('is named as the phone does, or not offered at all', async () => {
    expect(await lock.readBiometry()).toBe('Face ID');
    bridge.answer('BiometricAuthNative.checkBiometry', () => ({ isAvailable: false, biometryType: 0 }));
    expect(await lock.readBiometry()).toBeNull();
  });

  test('is turned on and off by a recognized member alone', async () => {
    refuse();
    expect([await lock.setLock(true), lock.isLockOn()]).toEqual([false, false]);
    bridge.answer('BiometricAuthNative.internalAuthenticate', () => undefined);
    expect([await lock.setLock(true), lock.isLockOn()]).toEqual([true, true]);
    refuse();
    expect([await lock.setLock(false), lock.isLockOn()]).toEqual([false, true]);
  });

  test('stays until the member is recognized, and Escape opens nothing', async () => {
    refuse();
    const opened = showLockScreen(async () => {});
    const screen = document.querySelector('dialog')!;
    const escaped = new Event('cancel', { cancelable: true });
    screen.dispatchEvent(escaped);
    expect(escaped.defaultPrevented).toBe(true);
    await settled(() => expect(bridge.optionsOf('BiometricAuthNative.internalAuthenticate')).toHaveLength(1));
    expect(document.querySelector('dialog')).not.toBeNull();
    bridge.answer('BiometricAuthNative.internalAuthenticate', () => undefined);
    await settled(() => {
      button('Unlock')?.click();
      expect(document.querySelector('dialog')).toBeNull();
    });
    await opened;
  });

  test('can be left by signing out', async () => {
    refuse();
    const signOut = vi.fn(async () => {});
    const opened = showLockScreen(signOut);
    button('Sign out')?.click();
    await opened;
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('covers the app while it is away, and only when it is on', async () => {
    const end = lock.coverWhileAway(coverScreen);
    await settled(() => expect(bridge.listens('App.appStateChange')).toBe(1));
    const covers = (isActive: boolean) => {
      bridge.tell('App.appStateChange', { isActive });
      return document.querySelectorAll('dialog').length;
    };
    expect(covers(false)).toBe(0);
    await lock.setLock(true);
    expect([covers(false), covers(false), covers(true)]).toEqual([1, 1, 0]);
    end();
    await settled(() => expect(bridge.listens('App.appStateChange')).toBe(0));
  });

  test('comes back after a while away, and not after a glance', async () => {
    const locked = vi.fn();
    const end = lock.hearReturns(locked);
    await settled(() => expect(bridge.listens('App.appStateChange')).toBe(1));
    vi.useFakeTimers();
    const change = (isActive: boolean) => bridge.tell('App.appStateChange', { isActive });
    change(false);
    vi.advanceTimersByTime(lock.UNLOCKED_FOR_MS - 1000);
    change(true);
    expect(locked).not.toHaveBeenCalled();
    change(false);
    vi.advanceTimersByTime(lock.UNLOCKED_FOR_MS + 1000);
    change(true);
    expect(locked).toHaveBeenCalledOnce();
    end();
    vi.useRealTimers();
  });
});

test('every call of the layer exists in the plugins’ native code', () => {
  // A method that the phone doesn't have is rejected by Capacitor, which would have failed a test above.
  const names = (globalThis as unknown as { Capacitor: { PluginHeaders: { name: string }[] } }).Capacitor.PluginHeaders;
  expect(names.map(({ name }) => name).sort()).toEqual([
    'App',
    'Badge',
    'BiometricAuthNative',
    'Haptics',
    'Keyboard',
    'PushNotifications',
    'Share',
    'SocialLogin',
    'SplashScreen',
    'SystemBars',
  ]);
});
