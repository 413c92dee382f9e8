import { expect, test } from 'vitest';
import { decrypt, newBrowser } from '#testing/push-host.ts';
import { areBrowserKeys, encryptFor } from './encrypt.ts';
import { newPushKey, publicPushKey } from './push-key.ts';
import { isPushAddress } from './send.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the tests open messages as RFC 8291 shows it in its example', () => {
  const browser = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const message = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(decrypt(browser, message)).toBe('When I grow up, I want to be a watermelon');
});

test('encrypts for one browser, differently each time', () => {
  const [browser, other] = [newBrowser(), newBrowser()];
  const keys = { p256dh: browser.publicKey.toString('base64url'), auth: browser.auth.toString('base64url') };
  const [first, second] = [encryptFor(keys, 'Leg day moved 🏋️'), encryptFor(keys, 'Leg day moved 🏋️')];
  expect(decrypt(browser, first)).toBe('Leg day moved 🏋️');
  expect(first.equals(second)).toBe(false);
  expect(() => decrypt(other, first)).toThrow();
  expect(() => encryptFor(keys, 'x'.repeat(5000))).toThrow(RangeError);
});

test('knows which keys it can encrypt for', () => {
  const { publicKey, auth } = newBrowser();
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  expect(areBrowserKeys(keys)).toBe(true);
  expect(areBrowserKeys({ ...keys, auth: 'dG9vIHNob3J0' })).toBe(false);
  for (const p256dh of ['', 'A'.repeat(87), Buffer.alloc(65, 4).toString('base64url')])
    expect(areBrowserKeys({ ...keys, p256dh })).toBe(false);
});

test('makes a key of its own, and refuses text that is none', () => {
  const key = newPushKey();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(publicPushKey(key) ?? '', 'base64url')).toHaveLength(65);
  expect(publicPushKey(Buffer.alloc(32).toString('base64url'))).toBeNull();
});

test('sends to known push hosts by https, and nowhere else', () => {
  const hosts = ['fcm.googleapis.com', '*.push.apple.com', 'http://127.0.0.1:4000'];
  for (const address of ['https://fcm.googleapis.com/x', 'https://web.push.apple.com/x', 'http://127.0.0.1:4000/x'])
    expect(isPushAddress(address, hosts)).toBe(true);
  for (const address of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil-push.apple.com/x',
    'https://push.apple.com/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@10.0.0.1/x',
    'http://127.0.0.1:4001/x',
    'https://127.0.0.1:4000/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(isPushAddress(address, hosts)).toBe(false);
});
