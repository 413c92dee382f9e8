import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { OrganizationsPage } from '#routes/super-admin/organizations-page.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { ownerWords, stageWords } from './organization.words.ts';
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
  version: 'v1',
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
let presentName: string;
let presentVersion: string;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  hasChanged = false;
  presentName = 'Iron Harbour';
  presentVersion = 'v1';
  requests = answerWith(({ method, path, body }) => {
    if (path.startsWith('/super-admin/nominations/')) {
      if (path.includes('status=declined')) return Response.json({ count: 0, next: null, previous: null, results: [] });
      const results = [path.includes('page=7') ? { ...nomination, id: 'last', gym_name: 'Oldest Gym' } : nomination];
      return Response.json({ count: 61, next: null, previous: null, results });
    }
    if (method === 'POST' && path === '/organizations/') return Response.json({ ...iron, theme: {} }, { status: 201 });
    if (method === 'GET' && path.startsWith('/organizations/')) {
      const made = { ...iron, id: 'made', name: 'Sample Club', stage: 'demo_data' };
      const results = path.includes('is_deleted=true') ? [night] : path.includes('stage=demo_data') ? [made] : [iron];
      return Response.json({ count: 1, next: null, previous: null, results });
    }
    if (hasChanged) return Response.json({ error: 'Restore it first.', code: 'organization_deleted' }, { status: 409 });
    if (method === 'PATCH' && (body as { version?: string }).version !== presentVersion) {
      const outdated = {
        error: 'Someone else changed this.',
        code: 'changed_meanwhile',
        current_version: presentVersion,
      };
      return Response.json(outdated, { status: 409 });
    }
    if (method === 'PATCH') return Response.json({ ...iron, ...(body as object), theme: {} });
    if (method === 'DELETE') {
      if (decodeURIComponent(path).endsWith(`name=${presentName}`)) return new Response(null, { status: 204 });
      const details = { name: [`It's called ${presentName}. Type that to delete it`] };
      return Response.json({ error: 'Check the fields.', code: 'validation_failed', details }, { status: 400 });
    }
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
  expect(bodyOf('PATCH')).toEqual({ is_active: false, version: 'v1' });
  await choose(user, 'Turn white label off');
  await screen.findByText("Iron Harbour shows Spotter's brand");
  expect(bodyOf('PATCH')).toEqual({ white_label_enabled: false, version: 'v1' });
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

test('asks for the present name when another operator renamed it', async () => {
  const user = userEvent.setup();
  show();
  await choose(user, 'Delete');
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole('button', { name: 'Delete organization' });
  await user.type(dialog.getByLabelText('Type Iron Harbour to confirm'), 'Iron Harbour');
  presentName = 'Steel Harbour';
  await user.click(button);
  await dialog.findByText("It's called Steel Harbour. Type that to delete it");
  const field = dialog.getByLabelText('Type its name to confirm');
  await user.clear(field);
  await user.type(field, 'Steel Harbour');
  await user.click(button);
  await screen.findByText('Steel Harbour is deleted');
});

test('says so when another operator was faster', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('40 (+5)');
  hasChanged = true;
  await choose(user, 'Turn white label off');
  await screen.findByText('Restore it first.');
});

test('changes nothing that another operator changed, unless it is said again', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('40 (+5)');
  presentVersion = 'v2';
  await choose(user, 'Turn white label off');
  await screen.findByText('Someone else just changed Iron Harbour');
  await choose(user, 'Rename');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await dialog.findByText(/Someone else changed this.*Try again to replace theirs/);
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Renamed');
  expect(bodyOf('PATCH')).toEqual({ name: 'Iron Harbour', version: 'v2' });
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

test('shows nominations that nobody has handled first, and leads to every other one', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('Tide Gym');
  const asked = () => requests.findLast(({ path }) => path.startsWith('/super-admin/nominations/'))?.path;
  expect(asked()).toContain('status=new');
  const pages = within(screen.getByRole('region', { name: 'Nominated gyms' })).getByRole('navigation', {
    name: 'Pages',
  });
  for (let page = 2; page <= 7; page += 1) {
    await user.click(within(pages).getByRole('button', { name: 'Next' }));
    await within(pages).findByText(`Page ${page} of 7`);
  }
  await screen.findByText('Oldest Gym');
  await user.selectOptions(screen.getByLabelText('Status'), 'Declined');
  await screen.findByText('None are declined');
  expect(asked()).toContain('page=1');
  await user.selectOptions(screen.getByLabelText('Status'), 'Any status');
  await screen.findByText('Tide Gym');
  expect(asked()).not.toContain('status');
});

test('marks demo data, and lists what is at one stage', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('40 (+5)');
  await user.selectOptions(screen.getByLabelText('Stage'), 'Demo data');
  const row = (await screen.findByText('Sample Club')).closest('tr') ?? document.body;
  within(row).getByText('Demo data');
  expect(row.textContent).not.toContain('Pilot');
});

test('writes stages and absences in words', () => {
  const ends = '2026-12-01T12:00:00Z';
  expect(stageWords(iron)).toBe('Pilot');
  expect(stageWords({ ...iron, stage: 'trial', trial_ends_at: ends })).toBe('Trial until Dec 1, 2026');
  expect(stageWords({ ...iron, stage: 'trial_over', trial_ends_at: ends })).toBe('Trial ended Dec 1, 2026');
  const health = { sessions_per_week: 0, new_members_last_30_days: 0, owner_last_seen_at: '2026-11-01T12:00:00Z' };
  expect(ownerWords({ ...iron, health }, Date.parse('2026-11-04T12:00:00Z'))).toBe('3 days ago');
});
