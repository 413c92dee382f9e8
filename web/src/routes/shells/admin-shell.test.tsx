import { screen } from '@testing-library/react';
import { Route, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { AdminShell } from './admin-shell.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
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
