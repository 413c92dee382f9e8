import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { AdminShell } from './admin-shell.tsx';

beforeEach(() => {
  signIn(
    () =>
      person({
        id: 'olga',
        role: 'org_admin',
        organization: { id: 'gym', name: 'Iron Harbour', is_active: true, white_label_enabled: true },
        managed_gym_ids: ['one', 'two'],
      }),
    () => undefined,
  );
});

test.each([
  ['/admin', 'Dashboard', 'dashboard'],
  ['/admin/organizations/gym/dashboard', 'Dashboard', 'dashboard'],
  ['/admin/organizations/gym/gyms', 'Locations', 'locations'],
  ['/admin/organizations/gym/gyms/two/hours', 'Hours', 'opening-hours'],
  ['/admin/organizations/gym/users/ana', 'Users', 'users'],
])('marks the place of %s, and leads to its guide', async (path, name, guide) => {
  renderAt(
    path,
    <Route
      path="*"
      element={
        <SignedIn>
          <AdminShell />
        </SignedIn>
      }
    />,
  );
  const places = await screen.findByRole('navigation', { name: 'Admin' });
  const current = [...places.querySelectorAll('[aria-current=page]')];
  expect(current.map(({ textContent }) => textContent)).toEqual([name]);
  expect(screen.getByRole('link', { name: 'Help with this page' }).getAttribute('href')).toBe(`/admin/help/${guide}`);
});

test('shows all places at once on a phone, and closes when one is chosen', async () => {
  const user = userEvent.setup();
  renderAt(
    '/admin/organizations/gym/users',
    <Route
      path="*"
      element={
        <SignedIn>
          <AdminShell />
        </SignedIn>
      }
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Menu, Users' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Admin' }));
  expect(sheet.getAllByRole('link')).toHaveLength(13);
  expect(sheet.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page');
  await user.click(sheet.getByRole('link', { name: 'Import and export' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leads from the page of another organization to the same page of its own', async () => {
  renderAt(
    '/admin/organizations/other/users?sort=name',
    <Route
      path="*"
      element={
        <SignedIn>
          <AdminShell />
          <Address />
        </SignedIn>
      }
    />,
  );
  await screen.findByText('/admin/organizations/gym/users?sort=name');
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
