import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { onboardingState } from '#platform/storage/local-keys.ts';
import { freshOnboarding, readOnboardingParameter } from './query-parameters.ts';
import { TestModeBadge } from './test-mode-badge.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <TestModeBadge />
    </MemoryRouter>,
  );

test('profile=incomplete turns the badge on, and it outlives the page', () => {
  show('/app?profile=incomplete').unmount();
  show('/app/calendar');
  expect(screen.getByText('TEST MODE: Profile Incomplete')).toBeTruthy();
});

test('profile=clear and the button both end it', async () => {
  show('/app?profile=incomplete').unmount();
  show('/app?profile=clear').unmount();
  expect(sessionStorage.getItem('profile-test-mode')).toBeNull();

  show('/app?profile=incomplete');
  await userEvent.click(screen.getByRole('button', { name: 'Exit Test Mode' }));
  expect(screen.queryByText('TEST MODE: Profile Incomplete')).toBeNull();
  expect(sessionStorage.getItem('profile-test-mode')).toBeNull();
});

test('onboarding=skip marks the tour skipped and the profile complete; reset forgets it', () => {
  onboardingState.write('ana', { ...freshOnboarding(390), tourStatus: 'in_progress', tourStep: 3 });
  expect(readOnboardingParameter('?onboarding=skip', 'ana', 390)).toBe('skip');
  expect(onboardingState.read('ana')).toMatchObject({
    tourStatus: 'skipped',
    tourStep: 3,
    profileCompleted: true,
    requiredProfileCompleted: true,
    device: 'mobile',
  });
  expect(readOnboardingParameter('?onboarding=reset', 'ana', 390)).toBe('reset');
  expect(onboardingState.read('ana')).toBeNull();
  expect(readOnboardingParameter('?onboarding=other', 'ana', 390)).toBeNull();
});
