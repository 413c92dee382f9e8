import { beforeEach, expect, test } from 'vitest';
import { storedOnboarding } from './onboarding-state.ts';

beforeEach(() => localStorage.clear());

test('keeps onboarding state per user and only in version 1', () => {
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 2 }));
  expect(storedOnboarding('ana').read()).toBeNull();
  localStorage.setItem('onboarding_ana', JSON.stringify({ version: 1, tourStatus: 'skipped' }));
  expect(storedOnboarding('ana').read()?.tourStatus).toBe('skipped');
  expect(storedOnboarding('ben').read()).toBeNull();
});
