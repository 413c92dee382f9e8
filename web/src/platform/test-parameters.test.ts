import { beforeEach, expect, test } from 'vitest';
import { takeParameters, takeParametersFromAddress, testParameters } from './test-parameters.ts';

beforeEach(() => sessionStorage.clear());

test('keeps profile=incomplete until profile=clear', () => {
  expect(takeParameters('?profile=incomplete&day=1')).toBe('?day=1');
  expect(testParameters.isProfileIncomplete()).toBe(true);
  expect(takeParameters('?profile=clear')).toBe('');
  expect(testParameters.isProfileIncomplete()).toBe(false);
});

test('keeps onboarding=reset and skip until applied and drops other values', () => {
  takeParameters('?onboarding=reset');
  expect(testParameters.onboardingWish()).toBe('reset');
  takeParameters('?onboarding=other');
  expect(testParameters.onboardingWish()).toBe('reset');
  testParameters.dropOnboardingWish();
  expect(testParameters.onboardingWish()).toBeNull();
  expect(takeParameters('?day=1')).toBeNull();
});

test('leaves the rest of the address, the hash and the history state alone', () => {
  window.history.replaceState({ kept: 1 }, '', '/help?onboarding=skip&q=join#top');
  takeParametersFromAddress();
  const { pathname, search, hash } = window.location;
  expect([pathname + search + hash, window.history.state]).toEqual(['/help?q=join#top', { kept: 1 }]);
});
