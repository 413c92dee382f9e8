import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { GymsPage } from '#routes/admin/gyms-page.tsx';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import type { Gym } from '../gyms.queries.ts';

const place = (more: Partial<Gym>): Gym => ({
  id: 'quay',
  name: 'Quay',
  address: '1 Quay Street',
  branding: {},
  organization_id: 'harbour',
  timezone: 'Australia/Sydney',
  phone: null,
  email: null,
  website: null,
  manage: { version: 'one', theme_id: null, members_count: 12, upcoming_sessions: 1, hours_set: true },
  ...more,
});
const session = {
  id: 's1',
  title: 'Leg day',
  gym: { id: 'quay', name: 'Quay' },
  timezone: 'Australia/Sydney',
  new_timezone: 'Australia/Sydney',
  starts_at: '2031-01-06T07:00:00Z',
  duration_minutes: 60,
  participants_count: 4,
  series_id: null,
};

let role: string;
let storedVersion: string;
let movesVersion: string;
let isEmpty: boolean;
let places: Gym[];
let requests: ReturnType<typeof signIn>;
const sent = (call: string) => requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

beforeEach(() => {
  role = 'org_admin';
  storedVersion = 'one';
  movesVersion = 'zone';
  isEmpty = false;
  places = [place({}), place({ id: 'wharf', name: 'Wharf' })];
  requests = signIn(
    () => person({ id: 'olga', first_name: 'Olga', role }),
    ({ method, path, body }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /gyms/':
          return Response.json({ count: 2, next: null, previous: null, results: places });
        case 'POST /gyms/quay/timezone-preview/':
          return Response.json({
            version: movesVersion,
            count: 1,
            sessions: [{ ...session, moves_to: '2031-01-06T10:00:00Z' }],
          });
        case 'PUT /gyms/quay/':
          if ((body as { version: string }).version !== storedVersion)
            return Response.json(
              { error: 'Someone else changed this.', code: 'changed_meanwhile', current_version: storedVersion },
              { status: 409 },
            );
          if (![undefined, movesVersion].includes((body as { timezone_version?: string }).timezone_version))
            return Response.json(
              {
                error: 'Someone else changed this.',
                code: 'changed_meanwhile',
                current_version: movesVersion,
                details: { timezone: ['The sessions that move have changed. Check them and save again.'] },
              },
              { status: 409 },
            );
          return Response.json(places[0]);
        case 'GET /gyms/quay/closing/':
          if (isEmpty)
            return Response.json({
              sessions: { version: 'none', count: 0, results: [] },
              members_count: 0,
              only_here_count: 0,
              gym_admins_count: 1,
              invite_codes_count: 0,
              other_gyms: [{ id: 'wharf', name: 'Wharf' }],
            });
          return Response.json({
            sessions: { version: 'affected', count: 1, results: [{ ...session, moves_to: '2031-01-06T08:00:00Z' }] },
            members_count: 12,
            only_here_count: 3,
            gym_admins_count: 1,
            invite_codes_count: 2,
            other_gyms: [{ id: 'wharf', name: 'Wharf' }],
          });
        case 'DELETE /gyms/quay/':
          return new Response(null, { status: 204 });
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  renderAt(
    '/gyms',
    <Route
      path="/gyms"
      element={
        <SignedIn>
          <GymsPage />
        </SignedIn>
      }
    />,
  );
  return within(await screen.findByRole('list', { name: 'Locations' }));
};

test('says what another timezone moves before it is saved', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Edit Quay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Quay' }));
  const zone = dialog.getByRole('combobox', { name: /Timezone/ });
  await user.clear(zone);
  await user.paste('Perth');
  await user.click(await screen.findByRole('option', { name: /Perth/ }));
  await dialog.findByText('1 session moves');
  dialog.getByText(/3 h later/);
  await user.click(await dialog.findByRole('button', { name: 'Save and move 1 session' }));
  await waitFor(() =>
    expect(sent('PUT /gyms/quay/')).toMatchObject({
      version: 'one',
      timezone: 'Australia/Perth',
      timezone_version: 'zone',
    }),
  );
});

test('shows what another timezone moves again if sessions changed since, and then saves', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Edit Quay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Quay' }));
  await user.clear(dialog.getByRole('combobox', { name: /Timezone/ }));
  await user.paste('Perth');
  await user.click(await screen.findByRole('option', { name: /Perth/ }));
  const save = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Save and move 1 session' });
  movesVersion = 'more sessions';
  await user.click(save);
  await dialog.findByText('The sessions that move have changed. Check them and save again.');
  expect(dialog.queryByText(/replace theirs/)).toBeNull();
  await waitFor(() => expect(requests.filter(({ path }) => path.includes('timezone-preview'))).toHaveLength(2));
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(save);
  await screen.findByText('Saved');
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 'one',
    timezone_version: 'more sessions',
  });
});

test('closes a location once members have a new home and every session is decided', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Options for Quay' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Quay' }));
  await dialog.findByText(/12 members have their home here/);
  const close = dialog.getByRole<HTMLButtonElement>('button', { name: 'Close location' });
  expect(close.disabled).toBe(true);
  await user.click(dialog.getByRole('combobox', { name: 'Members go to' }));
  await user.click(await screen.findByRole('option', { name: 'Wharf' }));
  const row = within(await dialog.findByRole('list', { name: 'Affected sessions' }));
  await user.click(row.getByRole('radio', { name: 'Move' }));
  await waitFor(() => expect(close.disabled).toBe(false));
  await user.click(close);
  await waitFor(() =>
    expect(sent('DELETE /gyms/quay/')).toMatchObject({
      new_gym_id: 'wharf',
      sessions: { version: 'affected', choices: [{ session_id: 's1', action: 'move' }] },
    }),
  );
});

test('closes a location where nobody trains without asking where members go', async () => {
  isEmpty = true;
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Options for Quay' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close location' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Quay' }));
  await dialog.findByText('No member has their home here.');
  expect(dialog.queryByRole('combobox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close location' }));
  await waitFor(() => expect(sent('DELETE /gyms/quay/')).toEqual({}));
});

test('keeps what was typed when another admin was faster, and replaces theirs at the second try', async () => {
  const user = userEvent.setup();
  const list = await open();
  await user.click(list.getByRole('button', { name: 'Edit Quay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Quay' }));
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Quay North');
  storedVersion = 'two';
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/Your changes are still here\. Try again to replace theirs\.$/);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(requests.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    name: 'Quay North',
    version: 'two',
  });
});

test('offers a gym admin neither a new location nor closing one', async () => {
  role = 'gym_admin';
  const user = userEvent.setup();
  const list = await open();
  expect(screen.queryByRole('button', { name: 'Add location' })).toBeNull();
  await user.click(list.getByRole('button', { name: 'Options for Quay' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Close location' })).toBeNull();
});

test('finds one of many locations by its name or address', async () => {
  const user = userEvent.setup();
  places = Array.from({ length: 8 }, (_, n) => place({ id: `g${n}`, name: `Gym ${n}`, address: `${n} Elm Row` }));
  const list = await open();
  expect(list.getAllByRole('listitem')).toHaveLength(8);
  const search = screen.getByRole('searchbox', { name: 'Find a location' });
  await user.type(search, '3 elm');
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Gym 3']);
  await user.type(search, ' street');
  await screen.findByText('No locations match.');
});
