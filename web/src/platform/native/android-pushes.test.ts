import { beforeEach, expect, test } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { installBridge } from '../../testing/native-bridge.ts';
import { pluginHeaders } from '../../testing/plugin-headers.ts';

const headers = pluginHeaders('android');
const bridge = installBridge({ platform: 'android', headers });
const push = await import('#platform/pwa/push.ts');
const { endKeptData } = await import('#platform/login/load-login.ts');

beforeEach(async () => {
  bridge.calls.length = 0;
  localStorage.clear();
  bridge.answer('PushNotifications.requestPermissions', () => ({ receive: 'granted' }));
  bridge.answer('PushNotifications.register', () => bridge.tell('PushNotifications.registration', { value: 'token' }));
  bridge.answer('App.getInfo', () => ({ id: 'app.spotter', name: 'Spotter', build: '1', version: '1.0' }));
  answerWith(() => new Response(null, { status: 204 }));
  await push.subscribeToPushes('ana', 'unused');
});

const removals = () => bridge.optionsOf('PushNotifications.removeAllDeliveredNotifications').length;

test('the phone knows whose pushes it may show', () => {
  expect(bridge.optionsOf('PushOwner.keep')).toEqual([{ owner: 'ana' }]);
});

test('signing out without a network shows nothing more', async () => {
  answerWith(() => {
    throw new TypeError('Failed to fetch');
  });
  bridge.answer('PushNotifications.unregister', () => Promise.reject(new Error('SERVICE_NOT_AVAILABLE')));
  await push.forgetPushes().catch(() => {});
  expect([bridge.optionsOf('PushOwner.forget').length, removals()]).toEqual([1, 1]);
});

test('a sign-in that was ended elsewhere takes its pushes off the screen', async () => {
  await endKeptData();
  expect([bridge.optionsOf('PushOwner.forget').length, removals()]).toEqual([1, 1]);
});

test('every plugin that the app uses has native code on Android', () => {
  expect(headers.map(({ name }) => name).sort()).toEqual([
    'App',
    'Badge',
    'BiometricAuthNative',
    'Haptics',
    'Keyboard',
    'PushNotifications',
    'PushOwner',
    'Share',
    'SocialLogin',
    'SplashScreen',
    'SystemBars',
  ]);
});
