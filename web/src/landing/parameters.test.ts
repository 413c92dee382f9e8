import { beforeEach, expect, it } from 'vitest';
import { testParameters } from '#platform/test-parameters.ts';
import { keepParameters } from './parameters.ts';

beforeEach(() => sessionStorage.clear());

it('keeps for the app what the landing page was opened with, and leaves the rest', () => {
  const query = new URLSearchParams('profile=incomplete&onboarding=reset&error=demo');
  expect(String(keepParameters(query, sessionStorage))).toBe('error=demo');
  expect([testParameters.isProfileIncomplete(), testParameters.onboardingWish()]).toEqual([true, 'reset']);
  keepParameters(new URLSearchParams('profile=clear'), sessionStorage);
  expect(testParameters.isProfileIncomplete()).toBe(false);
});
