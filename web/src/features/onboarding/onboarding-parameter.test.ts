import { beforeEach, expect, test } from 'vitest';
import { readOnboardingParameter } from './onboarding-parameter.ts';
import { freshOnboarding, storedOnboarding } from './onboarding-state.ts';

beforeEach(() => localStorage.clear());

test('onboarding state is kept per user and only in version 1', () => {
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 2 }));
  expect(storedOnboarding('ana').read()).toBeNull();
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 1, tourStatus: 'skipped' }));
  expect(storedOnboarding('ana').read()?.tourStatus).toBe('skipped');
  expect(storedOnboarding('ben').read()).toBeNull();
});

test('onboarding=skip marks the tour skipped and the profile complete; reset forgets it', () => {
  storedOnboarding('ana').write({ ...freshOnboarding(390), tourStatus: 'in_progress', tourStep: 3 });
  expect(readOnboardingParameter('?onboarding=skip', 'ana', 390)).toBe('skip');
  expect(storedOnboarding('ana').read()).toMatchObject({
    tourStatus: 'skipped',
    tourStep: 3,
    profileCompleted: true,
    requiredProfileCompleted: true,
    device: 'mobile',
  });
  expect(readOnboardingParameter('?onboarding=reset', 'ana', 390)).toBe('reset');
  expect(storedOnboarding('ana').read()).toBeNull();
  expect(readOnboardingParameter('?onboarding=other', 'ana', 390)).toBeNull();
});
