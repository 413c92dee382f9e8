import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { TestModeBadge } from './profile-test-mode.tsx';

beforeEach(() => {
  sessionStorage.clear();
});

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <TestModeBadge />
    </MemoryRouter>,
  );

test('profile=incomplete turns the badge on and keeps it across pages', () => {
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
