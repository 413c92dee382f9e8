import { expect, test } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { problemOf, socialErrorText } from './social-answer.ts';
import type { Return } from './social-trip.ts';

const back = (over: Partial<Return>): Return => ({
  provider: 'apple',
  state: 's',
  nonce: 'n',
  purpose: 'sign-in',
  code: null,
  idToken: null,
  accessToken: null,
  error: null,
  user: null,
  ...over,
});

test.each([
  [{ error: 'user_cancelled_authorize' }, 'Sign in was cancelled'],
  [{ error: 'server_error' }, 'Apple Sign In failed'],
  [{}, 'No identity token received from Apple'],
  [{ error: 'no_token' }, 'No identity token received from Apple'],
  [{ idToken: 't' }, null],
  [{ provider: 'google', error: 'access_denied' }, 'Failed to sign in with Google'],
  [{ provider: 'google' }, 'Failed to get authentication token from Google'],
  [{ provider: 'google', error: 'no_token' }, 'Failed to get authentication token from Google'],
  [{ provider: 'google', code: 'c' }, null],
  [{ provider: 'google', idToken: 't' }, null],
] as const)('%j', (over, text) => {
  expect(problemOf(back(over))).toBe(text);
});

const answer = (status: number, error?: string) =>
  new ApiError({ status, code: 'x', message: error ?? 'x', body: error ? { error } : undefined });

test.each([
  ['apple', 404, 'Not found.', 'Apple login endpoint not found on server'],
  ['apple', 500, 'oops', 'Server error during Apple login'],
  ['apple', 400, undefined, 'Apple Sign In failed'],
  ['google', 400, 'Failed to sign in with Google', 'Failed to sign in with Google'],
  ['google', 502, undefined, 'Failed to sign in with Google'],
] as const)('%s %i', (provider, status, error, text) => {
  expect(socialErrorText(answer(status, error), provider)).toBe(text);
});
