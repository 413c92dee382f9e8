import { createECDH } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { newPushKey, publicPushKey } from '#platform/push-key.ts';
import { decrypt, newBrowser } from '#testing/hosts/push-host.ts';
import { areBrowserKeys, encryptFor } from './encrypt.ts';
import { isPushAddress, senderOf } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5 and appendix A. */
const rfc8291 = {
  text: 'When I grow up, I want to be a watermelon',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  senderKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  browser: {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  message: bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
};

test('encrypts the example of RFC 8291 to the byte, and the tests open it', () => {
  const { text, salt, senderKey, browser, message } = rfc8291;
  const own = createECDH('prime256v1');
  own.setPrivateKey(senderKey);
  const keys = { p256dh: browser.publicKey.toString('base64url'), auth: browser.auth.toString('base64url') };
  expect(encryptFor(keys, text, { own, salt })).toEqual(message);
  expect(decrypt(browser, message)).toBe(text);
});

/** What an authorization as in RFC 8292 claims, once its signature is checked with the key it names. */
async function claimsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const part = (from: number) =>
    bytes(key)
      .subarray(from, from + 32)
      .toString('base64url');
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256');
  const { payload, protectedHeader } = await compactVerify(token, publicKey);
  return { claims: JSON.parse(new TextDecoder().decode(payload)), protectedHeader };
}

test('says who sends a push as the example of RFC 8292 does', async () => {
  const header = { typ: 'JWT', alg: 'ES256' };
  const example = await claimsOf(
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  );
  expect(example).toEqual({
    claims: { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
    protectedHeader: header,
  });
  const PUSH_KEY = newPushKey();
  const sent = await senderOf(
    {
      PUSH_KEY,
      PUSH_PUBLIC_KEY: publicPushKey(PUSH_KEY)!,
      PUSH_HOSTS: [],
      PUBLIC_URL: 'https://spotter.example',
      OPERATOR_EMAIL: 'push@example.com',
    },
    'https://push.example.net',
  );
  const { claims, protectedHeader } = await claimsOf(sent);
  expect(protectedHeader).toEqual(header);
  expect(claims).toEqual({ ...example.claims, exp: expect.any(Number) });
  // At most a day ahead.
  const seconds = claims.exp - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
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
