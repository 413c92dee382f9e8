import { beforeEach, expect, test } from 'vitest';
import { endTrip, isLinkReturn, readReturn, startTrip } from './social-trip.ts';

const config = { client_id: 'spotter', authorization_url: 'https://id.example/authorize?hd=x' };
beforeEach(() => sessionStorage.clear());

const stateOf = (address: string) => new URL(address).searchParams.get('state') ?? '';

test('asks Google for a code and Apple for a token, each with its own state and nonce', () => {
  const google = new URL(startTrip('google', config));
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    hd: 'x',
    client_id: 'spotter',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${window.location.origin}/login`,
  });
  const apple = new URL(startTrip('apple', config));
  expect(apple.searchParams.get('response_mode')).toBe('form_post');
  expect(apple.searchParams.get('state')).not.toBe(google.searchParams.get('state'));
  expect(apple.searchParams.get('nonce')).toMatch(/^[0-9a-f]{48}$/);
});

test('accepts the answer to its own sign-in once', () => {
  const state = stateOf(startTrip('google', config));
  const search = `?code=abc&state=${state}`;
  expect(readReturn({ search, hash: '' })).toMatchObject({ provider: 'google', code: 'abc', error: null });
  endTrip();
  expect(readReturn({ search, hash: '' })).toMatchObject({ code: null, error: 'state_mismatch' });
});

test('rejects the answer to another sign-in', () => {
  startTrip('google', config);
  expect(readReturn({ search: '?code=stolen&state=other', hash: '' })).toMatchObject({
    code: null,
    error: 'state_mismatch',
  });
});

test("reads Apple's answer from the fragment, with the name the first time", () => {
  const state = stateOf(startTrip('apple', config));
  const user = encodeURIComponent(JSON.stringify({ name: { firstName: 'Ana' } }));
  const back = readReturn({ search: '', hash: `#id_token=t&code=c&state=${state}&user=${user}` });
  expect(back).toMatchObject({ provider: 'apple', idToken: 't', user: { name: { firstName: 'Ana' } } });
});

test('ignores an ordinary visit', () => {
  expect(readReturn({ search: '?email=a%40b.co', hash: '' })).toBeNull();
  expect(readReturn({ search: '?code=abc', hash: '' })).toBeNull();
});

test('tells linking from signing in', () => {
  const state = stateOf(startTrip('google', config, 'link'));
  const address = { search: `?code=a&state=${state}`, hash: '' };
  expect(isLinkReturn(address)).toBe('google');
  endTrip();
  expect(isLinkReturn(address)).toBeNull();
});
