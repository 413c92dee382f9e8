import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { takeParameters } from '#platform/test-parameters.ts';
import { TestModeBadge } from './profile-test-mode.tsx';

beforeEach(() => sessionStorage.clear());

const badge = () => screen.queryByText('TEST MODE: Profile Incomplete');

test('shows the badge for profile=incomplete until profile=clear or the button ends it', async () => {
  render(<TestModeBadge />);
  expect(badge()).toBeNull();
  act(() => void takeParameters('?profile=incomplete'));
  expect(badge()).toBeTruthy();
  act(() => void takeParameters('?profile=clear'));
  expect(badge()).toBeNull();
  act(() => void takeParameters('?profile=incomplete'));
  await userEvent.click(screen.getByRole('button', { name: 'Exit Test Mode' }));
  expect(badge()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});
