import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { HoursPage } from '#routes/admin/hours-page.tsx';
import { person } from '../../../testing/answers.ts';
import { affectedSession, christmas, openWeek } from '../../../testing/hours.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';

const gym = (id: string, name: string) => ({
  id,
  name,
  address: '',
  branding: {},
  organization_id: 'harbour',
  timezone: 'Australia/Sydney',
  phone: null,
  email: null,
  website: null,
  manage: { version: 'one', theme_id: null, members_count: 1, upcoming_sessions: 1, hours_set: isSet },
});
let isSet = true;
let override: typeof christmas;
let affected: { version: string; count: number; results: object[] };
let isOutdated: boolean;
let newSessions: boolean;
let version: string;
let requests: ReturnType<typeof signIn>;
const sent = (call: string) =>
  requests.findLast(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;
const hours = '/organizations/harbour/operating-hours/';
const overrides = '/organizations/harbour/schedule-overrides/';

beforeEach(() => {
  override = christmas;
  isSet = true;
  affected = { version: 'affected', count: 1, results: [affectedSession] };
  isOutdated = false;
  newSessions = false;
  version = 'v1';
  const organization = { id: 'harbour', name: 'Iron Harbour', is_active: true, white_label_enabled: true };
  requests = signIn(
    () => person({ id: 'olga', role: 'org_admin', organization }),
    ({ method, path }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /gyms/':
          return Response.json({
            count: 2,
            next: null,
            previous: null,
            results: [gym('quay', 'Quay'), gym('wharf', 'Wharf')],
          });
        case `GET ${hours}`:
          return Response.json({ results: openWeek, versions: { quay: version, wharf: 'v2' } });
        case `GET ${overrides}`:
          return Response.json({ results: [override] });
        case `POST ${hours}preview/`:
          if (isOutdated)
            return Response.json(
              { error: 'Someone else changed this in the meantime.', code: 'changed_meanwhile' },
              { status: 409 },
            );
          return Response.json(affected);
        case `POST ${overrides}preview/`:
          return Response.json(affected);
        case `POST ${overrides}`:
          return Response.json({ results: [override] }, { status: 201 });
        case `POST ${hours}`:
          if (newSessions)
            return Response.json(
              {
                error: 'Someone else changed this in the meantime.',
                code: 'changed_meanwhile',
                details: { sessions: ['The affected sessions have changed. Look again before you save.'] },
              },
              { status: 409 },
            );
          return Response.json({ results: openWeek, versions: { quay: 'v3' } });
        case `PUT ${overrides}o1/`:
          return Response.json(override);
        case `DELETE ${overrides}o1/`:
          return new Response(null, { status: 204 });
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  renderAt(
    '/admin/organizations/harbour/gyms/quay/hours',
    <Route
      path="/admin/organizations/:orgId/gyms/:gymId/hours"
      element={
        <SignedIn>
          <HoursPage />
        </SignedIn>
      }
    />,
  );
  await screen.findByRole('list', { name: 'Hours of the week' });
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const monday = () =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1));

test('asks what happens to affected sessions, and saves hours and decisions together', async () => {
  const user = userEvent.setup();
  await open();
  type(`${monday()} closes`, '20:00');
  await user.click(screen.getByRole('button', { name: 'Wharf' }));
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 session is affected' }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  const row = within(dialog.getByRole('list', { name: 'Affected sessions' }));
  await user.click(row.getByRole('radio', { name: 'Move' }));
  fireEvent.change(row.getByLabelText('New time of Night owls'), { target: { value: '17:30' } });
  await user.click(save);
  await waitFor(() =>
    expect(sent(`POST ${hours}`)).toMatchObject({
      gym_ids: ['quay', 'wharf'],
      versions: { quay: 'v1', wharf: 'v2' },
      sessions: {
        version: 'affected',
        choices: [{ session_id: 's1', action: 'move', start_time: '2031-01-06T06:30:00.000Z' }],
      },
    }),
  );
  expect((sent(`POST ${hours}`) as { hours: object[] }).hours[0]).toEqual({
    weekday: 0,
    opens: '06:00',
    closes: '20:00',
  });
});

test('asks once for all dates of a series, and says from which day each moves to which', async () => {
  const weekly = { ...affectedSession, series_id: 'owls' };
  const next = {
    ...weekly,
    id: 's2',
    starts_at: '2031-01-13T10:00:00Z',
    moves_to: '2031-01-14T10:00:00Z',
    participants_count: 2,
  };
  const first = { ...weekly, moves_to: '2031-01-07T10:00:00Z' };
  const single = { ...affectedSession, id: 's3', title: 'Yoga' };
  affected = { version: 'affected', count: 3, results: [first, single, next] };
  const user = userEvent.setup();
  await open();
  type(`${monday()} closes`, '20:00');
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: '3 sessions are affected' }));
  const [owls, yoga] = dialog.getAllByRole('listitem').map((row) => within(row));
  owls!.getByText(/^2 dates · .*\b6\b.*\b13\b.* · .*9:00.* · up to 4 people$/);
  await user.click(owls!.getByRole('radio', { name: 'Move' }));
  await user.click(yoga!.getByRole('radio', { name: 'Keep' }));
  const moves = dialog.getByRole('list', { name: 'New dates of Night owls' });
  expect(moves.textContent).toMatch(/\b6\b.*→.*\b7\b.*9:00.*\b13\b.*→.*\b14\b.*9:00/);
  await user.click(owls!.getByRole('button', { name: 'Change dates of Night owls' }));
  fireEvent.change(dialog.getByLabelText(/^New time of Night owls, .*\b13\b/), { target: { value: '19:30' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(`POST ${hours}`)).toMatchObject({
      sessions: {
        series: [{ series_id: 'owls', action: 'move' }],
        choices: [
          { session_id: 's3', action: 'keep' },
          { session_id: 's2', action: 'move', start_time: '2031-01-14T08:30:00.000Z' },
        ],
      },
    }),
  );
});

test('saves at once when nothing is affected; a night past midnight becomes two spans', async () => {
  affected = { version: 'none', count: 0, results: [] };
  const user = userEvent.setup();
  await open();
  type(`${monday()} opens`, '20:00');
  type(`${monday()} closes`, '05:00');
  screen.getByText('Closes the next day');
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  await waitFor(() => expect(sent(`POST ${hours}`)).toBeDefined());
  expect((sent(`POST ${hours}`) as { hours: object[] }).hours.slice(0, 2)).toEqual([
    { weekday: 0, opens: '20:00', closes: '24:00' },
    { weekday: 1, opens: '00:00', closes: '05:00' },
  ]);
});

test('confirms the hours of a new location as they are', async () => {
  isSet = false;
  affected = { version: 'none', count: 0, results: [] };
  const user = userEvent.setup();
  await open();
  isSet = true;
  await user.click(screen.getByRole('button', { name: 'Keep these hours' }));
  await waitFor(() => expect(sent(`POST ${hours}`)).toMatchObject({ gym_ids: ['quay'] }));
  expect((sent(`POST ${hours}`) as { hours: object[] }).hours).toHaveLength(7);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save hours' }).disabled).toBe(true),
  );
});

test('keeps the changes when another admin was faster, and refuses hours that overlap', async () => {
  const user = userEvent.setup();
  await open();
  isOutdated = true;
  type(`${monday()} closes`, '20:00');
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText(/^Someone else changed this in the meantime\./);
  expect(screen.getByLabelText<HTMLInputElement>(`${monday()} closes`).value).toBe('20:00');
  await user.click(screen.getByRole('button', { name: 'Show theirs' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(`${monday()} closes`).value).toBe('22:00'));
  // Into the next morning, where it is open already.
  type(`${monday()} closes`, '06:00');
  type(`${monday()} opens`, '07:00');
  type(`${monday()} closes`, '06:30');
  screen.getByText('These hours overlap');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save hours' }).disabled).toBe(true);
});

test('replaces what another admin stored on the second try', async () => {
  const user = userEvent.setup();
  affected = { version: 'none', count: 0, results: [] };
  await open();
  isOutdated = true;
  version = 'v9';
  type(`${monday()} closes`, '20:00');
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText(/Try again to replace theirs\.$/);
  isOutdated = false;
  await waitFor(() => expect(requests.filter(({ path }) => path.startsWith(hours)).length).toBeGreaterThan(2));
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText('Hours saved');
  expect(sent(`POST ${hours}`)).toMatchObject({ versions: { quay: 'v9' } });
});

test("looks at affected sessions again when others are affected by now, and replaces nobody's hours", async () => {
  const user = userEvent.setup();
  await open();
  type(`${monday()} closes`, '20:00');
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 session is affected' }));
  const row = within(dialog.getByRole('list', { name: 'Affected sessions' }));
  await user.click(row.getByRole('radio', { name: 'Keep' }));
  newSessions = true;
  version = 'v9';
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('The affected sessions have changed. Look again before you save.');
  await user.click(dialog.getByRole('button', { name: 'Look again' }));
  expect(screen.queryByText(/replace theirs/)).toBeNull();
  newSessions = false;
  await user.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByRole('dialog', { name: '1 session is affected' });
  expect(sent(`POST ${hours}preview/`)).toMatchObject({ versions: { quay: 'v1' } });
});

test('removes special hours with a decision about the sessions planned in them', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(within(screen.getByRole('list', { name: 'Special hours ahead' })).getByRole('button'));
  const form = within(await screen.findByRole('dialog', { name: 'Change special hours' }));
  await user.click(form.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 session is affected' }));
  const row = within(dialog.getByRole('list', { name: 'Affected sessions' }));
  await user.click(row.getByRole('radio', { name: 'Cancel' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(`DELETE ${overrides}o1/`)).toMatchObject({
      version: 'one',
      sessions: { choices: [{ session_id: 's1', action: 'cancel' }], reason: 'Christmas' },
    }),
  );
});

test('gives a special day several spans, in order, and refuses those that overlap', async () => {
  const user = userEvent.setup();
  affected = { version: 'none', count: 0, results: [] };
  await open();
  await user.click(screen.getByRole('button', { name: 'Add special hours' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add special hours' }));
  await user.click(form.getByRole('switch', { name: 'Closed' }));
  await user.click(form.getByRole('button', { name: 'Add hours' }));
  const fill = (label: string, index: number, value: string) =>
    fireEvent.change(form.getAllByLabelText(label)[index]!, { target: { value } });
  fill('Gym opens', 1, '13:00');
  fill('Gym closes', 1, '18:00');
  form.getByText('These hours overlap');
  // Into the next morning, when the first hours begin again.
  fill('Gym opens', 0, '19:00');
  fill('Gym closes', 0, '14:00');
  form.getByText('These hours overlap');
  fill('Gym opens', 0, '20:00');
  fill('Gym closes', 0, '00:00');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(`POST ${overrides}`)).toMatchObject({
      override: { closed: false, opens: '13:00', closes: '18:00', more_hours: [{ opens: '20:00', closes: '24:00' }] },
    }),
  );
});

test('lets special hours run past midnight, and says so', async () => {
  const user = userEvent.setup();
  affected = { version: 'none', count: 0, results: [] };
  override = { ...override, closed: false, opens: '18:00', closes: '04:00' };
  await open();
  const listed = within(screen.getByRole('list', { name: 'Special hours ahead' }));
  listed.getByText(/^6:00.* to 4:00.* the next day · Christmas$/);
  await user.click(listed.getByRole('button'));
  const form = within(await screen.findByRole('dialog', { name: 'Change special hours' }));
  form.getByText('Closes the next day');
  fireEvent.change(form.getByLabelText('Gym closes'), { target: { value: '03:00' } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(`PUT ${overrides}o1/`)).toMatchObject({ opens: '18:00', closes: '03:00', more_hours: [] }),
  );
});

test('asks before changes are lost to another location', async () => {
  const user = userEvent.setup();
  await open();
  const other = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Wharf' }));
  };
  type(`${monday()} closes`, '20:00');
  await other();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText(`${monday()} closes`)).toHaveProperty('value', '20:00');
  await other();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Every week at Wharf' });
});

test('copies a closed day, and opens one all day and night', async () => {
  const user = userEvent.setup();
  await open();
  const option = async (name: string) => {
    await user.click(screen.getAllByRole('button', { name: `Options for ${monday()}` })[0]!);
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await user.click(screen.getByRole('switch', { name: monday() }));
  await option('Copy to every day');
  expect(screen.queryByLabelText(/ opens$/)).toBeNull();
  await option('Open all day and night');
  screen.getByText('Open all day and night');
});

test('says why it leads to the locations when an admin lost the one being edited', async () => {
  renderAt(
    '/gyms/gone/hours',
    <>
      <Route
        path="/gyms/:gymId/hours"
        element={
          <SignedIn>
            <HoursPage />
          </SignedIn>
        }
      />
      <Route path="/admin/organizations/harbour/gyms" element={<Toaster />} />
    </>,
  );
  await screen.findByText("You don't manage that location");
});
