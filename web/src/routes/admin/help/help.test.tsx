import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { expect, test } from 'vitest';
import { guideIds, guideOf } from '#routes/shells/guide-of.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import area from '../admin-area.tsx?raw';
import { AdminGuidePage } from './guide-page.tsx';
import { findGuide, guides, pictureOf } from './guides.ts';
import { AdminHelpPage } from './help-page.tsx';

/** The addresses of the admin area, as it lists them. */
function adminPages(): string[] {
  const [own = '', inOrganization = ''] = area.split('<Route path="organizations/:orgId">');
  const paths = (text: string, base: string) =>
    [...text.matchAll(/<Route path="([^"/*][^"]*)" element/g)].map(([, path]) => `${base}/${path}`);
  return ['/admin', ...paths(own, '/admin'), ...paths(inOrganization, '/admin/organizations/7')];
}

test('every admin page links to a guide that exists', () => {
  const pages = adminPages().filter((page) => !page.startsWith('/admin/help'));
  expect(pages.length).toBeGreaterThan(12);
  expect(pages.filter((page) => !findGuide(guideOf(page) ?? ''))).toEqual([]);
  expect(guideOf('/admin/help')).toBeNull();
});

test('every guide has steps and a picture', () => {
  expect(guides.filter(({ id, steps }) => !pictureOf(id) || steps.length === 0).map(({ id }) => id)).toEqual([]);
});

const open = (path: string) =>
  renderAt(
    path,
    <>
      <Route path="/admin/help" element={<AdminHelpPage />} />
      <Route path="/admin/help/:guideId" element={<AdminGuidePage />} />
    </>,
  );

test('finds guides by their words and opens one', async () => {
  const user = userEvent.setup();
  open('/admin/help');
  const list = async () => within(await screen.findByRole('list', { name: 'Guides' })).getAllByRole('link');
  expect(await list()).toHaveLength(guideIds.length);
  await user.type(screen.getByRole('searchbox', { name: 'Search guides' }), 'QR poster');
  const [only, ...others] = await list();
  expect(others).toEqual([]);
  await user.click(only!);
  await screen.findByRole('heading', { name: 'Invite members with codes and posters', level: 1 });
  screen.getByRole('img', { name: 'Invite codes with their state and uses' });
});

test('an unknown guide leads back to the list', async () => {
  open('/admin/help/nonsense');
  await screen.findByRole('heading', { name: 'Help', level: 1 });
});
