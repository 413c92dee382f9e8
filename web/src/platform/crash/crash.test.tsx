import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CrashBoundary } from './crash-boundary.tsx';
import { debugText } from './debug-info.ts';
import '../../testing/patience.ts';

function Broken(): never {
  throw new RangeError('weights out of range');
}

test('shows the error and copies the debug info', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sessionStorage.setItem('pendingShareToken', 'tok-1');
  const user = userEvent.setup();
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(
    screen.getByText(
      "We're sorry, but something unexpected happened. Please try refreshing the page or contact support if the problem continues.",
    ),
  ).toBeTruthy();
  for (const label of ['Error', 'Type', 'Build', 'Device', 'URL', 'User agent', 'Stack', 'Session storage'])
    expect(screen.getByText(label)).toBeTruthy();
  expect(screen.getByText('weights out of range')).toBeTruthy();
  expect(screen.getByText('RangeError')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toMatch(/^mailto:/);

  await user.click(screen.getByRole('button', { name: 'Copy Debug Info' }));
  expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('Error: weights out of range');
  expect(copied).toContain('pendingShareToken');
  expect(await screen.findByRole('button', { name: 'Copy Debug Info' })).toBeTruthy();
});

test('leaves a reset link out of the debug info', () => {
  window.history.replaceState(null, '', '/login?reset=secret-token&email=ana');
  expect(debugText(new Error('x'))).toContain('/login?reset=…&email=ana');
});

test.each([true, false])('loads the page again for a file that is gone only with a network (online: %s)', (onLine) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  window.history.replaceState(null, '');
  const Gone = (): never => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/gone.js');
  };
  render(
    <CrashBoundary>
      <Gone />
    </CrashBoundary>,
  );
  // It notes the reload there first.
  expect(window.history.state !== null).toBe(onLine);
});
