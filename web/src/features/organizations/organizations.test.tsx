import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { OrganizationsPage } from '#routes/super-admin/organizations-page.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { ownerWords, stageWords } from './organization-words.ts';
import type { OrganizationOverview } from './organizations.queries.ts';

const iron: OrganizationOverview = {
  id: 'iron',
  name: 'Iron Harbour',
  is_active: true,
  white_label_enabled: true,
  gyms_count: 2,
  members_count: 40,
  sessions_last_30_days: 12,
  storage_bytes: 0,
  storage_limit_bytes: 5e9,
  stranger_mails: { used: 3, most: 50, is_lifted: false },
  stage: 'pilot',
  trial_ends_at: null,
  health: { sessions_per_week: 2.75, new_members_last_30_days: 5, owner_last_seen_at: null },
  is_demo: false,
  created_at: '2026-01-01T00:00:00Z',
  deleted_at: null,
};
const night = { ...iron, id: 'night', name: 'Night Shift', is_active: false, deleted_at: '2026-11-01T00:00:00Z' };

const nomination = {
  id: 'nomination',
  status: 'new',
  nominator_first_name: 'Wren',
  nominator_last_name: '',
  nominator_email: 'wren@home.example',
  contact_preference: 'email',
  gym_name: 'Tide Gym',
  gym_address: '1 Shore Road, Perth',
  gym_phone: '+61 8 5550 1234',
  comments: 'My friends train there',
  created_at: '2026-11-01T00:00:00Z',
};

let requests: ReturnType<typeof answerWith>;
let hasChanged: boolean;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  hasChanged = false;
  requests = answerWith(({ method, path, body }) => {
    if (path.startsWith('/super-admin/nominations/'))
      return Response.json({ count: 1, next: null, previous: null, results: [nomination] });
    if (method === 'POST' && path === '/organizations/') return Response.json({ ...iron, theme: {} }, { status: 201 });
    if (method === 'GET' && path.startsWith('/organizations/')) {
      const results = path.includes('is_deleted=true') ? [night] : [iron];
      return Response.json({ count: 1, next: null, previous: null, results });
    }
    if (hasChanged) return Response.json({ error: 'Restore it first.', code: 'organization_deleted' }, { status: 409 });
    if (method === 'PATCH') return Response.json({ ...iron, ...(body as object), theme: {} });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return path === '/organizations/night/restore/' ? Response.json({ ...night, theme: {} }) : undefined;
  });
});

const show = () =>
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <OrganizationsPage />
          <Toaster />
        </>
      }
    />,
  );
const bodyOf = (method: string) => requests.findLast((request) => request.method === method)?.body;
const choose = async (user: ReturnType<typeof userEvent.setup>, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Options for Iron Harbour' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('shows the health of an organization, and asks for lists in another order', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('40 (+5)');
  screen.getByText('2.8');
  screen.getByText('Never');
  await user.selectOptions(screen.getByLabelText('Sort'), 'Owner away longest');
  await vi.waitFor(() => expect(requests.at(-1)?.path).toContain('sort=owner_away'));
});

test('asks before members are locked out, and switches the white label at once', async () => {
  const user = userEvent.setup();
  show();
  await choose(user, 'Switch off');
  expect(bodyOf('PATCH')).toBeUndefined();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Switch off' }));
  await screen.findByText('Iron Harbour is switched off');
  expect(bodyOf('PATCH')).toEqual({ is_active: false });
  await choose(user, 'Turn white label off');
  await screen.findByText("Iron Harbour shows Spotter's brand");
  expect(bodyOf('PATCH')).toEqual({ white_label_enabled: false });
});

test('deletes after the name was typed, and restores from the deleted ones', async () => {
  const user = userEvent.setup();
  show();
  await choose(user, 'Delete');
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole('button', { name: 'Delete organization' });
  expect(button).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('Type Iron Harbour to confirm'), 'Iron Harbour');
  await user.click(button);
  await screen.findByText('Iron Harbour is deleted');
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe('/organizations/iron/?name=Iron%20Harbour');
  await user.selectOptions(screen.getByLabelText('State'), 'Deleted');
  await user.click(await screen.findByRole('button', { name: 'Restore Night Shift' }));
  await screen.findByText('Night Shift is restored');
});

test('says so when another operator was faster', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('40 (+5)');
  hasChanged = true;
  await choose(user, 'Turn white label off');
  await screen.findByText('Restore it first.');
});

test('fills in what is known of a nominated gym, timezone included', async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Create organization from Tide Gym' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Create organization' }));
  await screen.findByText('Tide Gym created');
  expect(bodyOf('POST')).toMatchObject({
    name: 'Tide Gym',
    address: '1 Shore Road, Perth',
    phone: '+61 8 5550 1234',
    timezone: 'Australia/Perth',
    nomination_id: 'nomination',
  });
});

test('needs a reason to enter', async () => {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Enter Iron Harbour' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Enter' }));
  await dialog.findByText('Give a reason');
  expect(requests.some(({ path }) => path === '/auth/emulate/')).toBe(false);
});

test('writes stages and absences in words', () => {
  const ends = '2026-12-01T12:00:00Z';
  expect(stageWords(iron)).toBe('Pilot');
  expect(stageWords({ ...iron, stage: 'trial', trial_ends_at: ends })).toBe('Trial until Dec 1, 2026');
  expect(stageWords({ ...iron, stage: 'trial_over', trial_ends_at: ends })).toBe('Trial ended Dec 1, 2026');
  const health = { sessions_per_week: 0, new_members_last_30_days: 0, owner_last_seen_at: '2026-11-01T12:00:00Z' };
  expect(ownerWords({ ...iron, health }, Date.parse('2026-11-04T12:00:00Z'))).toBe('3 days ago');
});
