import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AdminDashboardPage } from '#routes/admin/dashboard-page.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';

let cohorts: object[];
let monthly: object[];

const figure = (value: number | null, previous: number | null, change_percent: number | null) => ({
  value,
  previous,
  change_percent,
  explanation: `counts ${value}`,
});
const period = { from: '2026-11-01', to: '2026-11-02', timezone: 'Australia/Sydney' };
const figures = {
  active_members: figure(72, 60, 20),
  sessions: figure(208, 221, -5.9),
  joins: figure(1109, 0, null),
  fill_rate: figure(67.5, 54.7, 23.4),
  new_members: figure(17, 1, 1600),
  attendance_rate: figure(null, null, null),
};
const point = { sessions: 1, joins: 4, spots: 8, confirmed: 0, attended: 0, active_members: 3, new_members: 1 };
const dashboard = {
  period,
  figures,
  trend: [
    { day: '2026-11-01', ...point },
    { day: '2026-11-02', ...point, joins: 9 },
  ],
  previous_trend: [
    { day: '2026-10-30', ...point, joins: 7 },
    { day: '2026-10-31', ...point, joins: 2 },
  ],
  popular_times: [{ weekday: 0, hour: 18, sessions: 1, joins: 9 }],
  workout_types: [
    { workout_type: 'strength', sessions: 12, joins: 13, share: 48 },
    { workout_type: 'cardio', sessions: 13, joins: 9, share: 52 },
  ],
  setup: { has_brand: true, has_hours: true, has_sessions: true, members: 10 },
};
const gyms = ['Barangaroo', 'Fremantle'].map((name) => ({ id: name.toLowerCase(), name, closed_on: null }));

let setup: object;
let many: object[] | null;
let role: string;
let requests: ReturnType<typeof signIn>;
beforeEach(() => {
  setup = dashboard.setup;
  many = null;
  cohorts = [{ week: '2026-11-02', members: 8, active_by_week: [6] }];
  monthly = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  role = 'org_admin';
  const olga = () =>
    person({
      role,
      organization: { id: 'harbour', name: 'Iron Harbour' } as never,
      accessible_gyms: gyms as never,
    });
  requests = signIn(olga, ({ method, path }) => {
    switch (`${method} ${path.split('?')[0]}`) {
      case 'GET /analytics/dashboard/':
        return Response.json({ ...dashboard, setup });
      case 'GET /analytics/org-dashboard/':
        return Response.json({ ...dashboard, gyms: many ?? gyms.map((gym) => ({ gym, figures })) });
      case 'GET /analytics/people/':
        return Response.json({
          ...{ count: 2, next: null, previous: null, figure: 'active_members', is_partial: false },
          results: ['ana', 'finn'].map((id) => ({
            person: {
              id,
              first_name: id,
              last_name: '',
              avatar_url: null,
              avatar_color: '#000000',
              fitness_level: null,
            },
            ...{ can_open: id === 'ana', count: 12, total: null, joined_at: null },
          })),
        });
      case 'GET /analytics/retention/':
        return Response.json({ period, cohorts });
      case 'GET /analytics/retention/monthly/':
        return Response.json({ period, cohorts: monthly });
      case 'GET /analytics/at-risk/':
        return Response.json({
          ...{ count: 0, next: null, previous: null, results: [], computed_at: null },
          ...{ outcome: { tried: 0, came_back: 0, latest: [] }, counts: { slipping: 0, quiet: 0 }, predicted: [] },
          model: { is_own: false, made_at: null, lacks: null, weeks: 0, members: 0, leavers: 0 },
        });
      default:
        return Response.json({ count: 0, next: null, previous: null, results: [] });
    }
  });
});

const Search = () => <output aria-label="search">{useLocation().search}</output>;
const open = (address = '/admin') =>
  renderAt(
    address,
    <Route
      path="/admin"
      element={
        <>
          <SignedIn>
            <AdminDashboardPage />
          </SignedIn>
          <Search />
        </>
      }
    />,
  );
const asked = (call: string) => requests.filter(({ path }) => path.startsWith(call)).at(-1)?.path ?? '';
const figureCalled = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement!;

test('shows each figure with its change, and says what it counts', async () => {
  const user = userEvent.setup();
  open();
  expect((await figureCalled('Active members')).textContent).toContain('72+20% vs previous 2 days: 60');
  expect((await figureCalled('New members')).textContent).toContain('17+16 from 1 in the previous 2 days');
  expect((await figureCalled('How full')).textContent).toContain('67.5%+12.8 points');
  expect((await figureCalled('Spots taken')).textContent).toContain('1,109Nothing to compare yet');
  expect((await figureCalled('Attendance')).textContent).toContain('–');
  const sign = screen.getByRole('button', { name: 'What does Sessions count?' });
  sign.focus();
  await user.keyboard('{Enter}');
  await screen.findByText('counts 208');
});

test('opens the people behind a figure', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: '72. Who is behind Active members?' }));
  const people = within(await screen.findByRole('list', { name: 'Who trained' }));
  const [ana, finn] = people.getAllByRole('listitem');
  expect(ana?.textContent).toContain('12 sessions');
  expect(within(ana!).getByRole('link').getAttribute('href')).toBe('/admin/organizations/harbour/users/ana');
  expect(within(finn!).queryByRole('link')).toBeNull();
  expect(asked('/analytics/people/')).toContain('figure=active_members');
});

test('says how many people stayed where a share would say too much', async () => {
  cohorts = [
    { week: '2026-10-26', members: 2, active_by_week: [2, 1] },
    { week: '2026-11-02', members: 8, active_by_week: [6] },
  ];
  open();
  await screen.findByText('2 people', { selector: 'text' });
  screen.getByText('1 person', { selector: 'text' });
  screen.getByText('75%', { selector: 'text' });
  expect(screen.queryByText('100%', { selector: 'text' })).toBeNull();
});

test('keeps location and period in the address, and asks for them', async () => {
  const user = userEvent.setup();
  open('/admin?range=90d');
  await figureCalled('Active members');
  expect(asked('/analytics/dashboard/')).toContain('range=90d');
  await user.selectOptions(screen.getByLabelText('Location'), 'Fremantle');
  await user.click(screen.getByRole('button', { name: 'Custom' }));
  expect(screen.getByLabelText('search').textContent).toBe(
    '?location=fremantle&range=custom&from=2026-11-01&to=2026-11-02',
  );
  expect(asked('/analytics/dashboard/')).toMatch(/gym_id=fremantle.*from=2026-11-01.*to=2026-11-02/);
});

test('ignores a period in the address that is none', async () => {
  open('/admin?range=custom&from=2026-11-09&to=2026-11-01');
  await figureCalled('Active members');
  expect(asked('/analytics/dashboard/')).toContain('range=30d');
});

test('says so when nobody has joined for weeks', async () => {
  cohorts = [{ week: '2026-11-02', members: 0, active_by_week: [0] }];
  monthly = [{ month: '2026-11-01', members: 0, active_by_month: [0] }];
  open();
  await screen.findByText('No one has joined in the last month.');
});

test('groups new members by week where enough join', async () => {
  open();
  await screen.findAllByText('Joined in the week of');
  expect(asked('/analytics/retention/monthly/')).toBe('');
});

test('groups the few new members of a small gym by month', async () => {
  cohorts = [{ week: '2026-11-02', members: 4, active_by_week: [3] }];
  monthly = [
    { month: '2026-10-01', members: 12, active_by_month: [12, 9] },
    { month: '2026-11-01', members: 4, active_by_month: [3] },
  ];
  open();
  const table = within(await screen.findByRole('table', { name: 'Retention' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Joined inMembersSame monthMonth 1',
    'Oct 202612129',
    'Nov 202643–',
  ]);
  expect(screen.getAllByText('75%')).toHaveLength(2);
  expect(asked('/analytics/retention/monthly/')).toContain('from=2025-12-01&to=2026-11-02');
});

test('draws shares true to scale, the previous period dashed, and a course in each figure', async () => {
  const { container } = open();
  await screen.findByRole('table', { name: 'Workout types' });
  const card = (await screen.findByRole('heading', { name: 'Workout types' })).closest('header')?.parentElement;
  const [track, bar] = [...(card?.querySelectorAll('rect.visx-bar') ?? [])].map((rect) =>
    Number(rect.getAttribute('width')),
  );
  expect(bar! / track!).toBeCloseTo(0.48, 2);
  expect(container.querySelectorAll('path[stroke-dasharray]')).toHaveLength(1);
  expect(screen.getByText('Previous 2 days')).toBeTruthy();
  // Nobody's attendance was confirmed, so it has no course.
  expect(container.querySelectorAll('dl polyline')).toHaveLength(5);
});

test('opens the people behind every part of a chart, in the chart and in its table', async () => {
  const user = userEvent.setup();
  cohorts = [
    { week: '2026-10-26', members: 70, active_by_week: [40, 35] },
    { week: '2026-11-02', members: 8, active_by_week: [6] },
  ];
  open();
  const asksFor = async (query: string) => {
    await screen.findByRole('dialog', { name: 'Who trained' });
    await vi.waitFor(() => expect(requests.at(-1)?.path).toBe(`/analytics/people/?${query}`));
    await user.keyboard('{Escape}');
  };
  await user.click((await screen.findAllByText(/^72 active/, { selector: 'text' }))[1]!);
  await asksFor('gym_id=fremantle&range=30d&figure=active_members&page=1');
  const joined = 'joined_from=2026-10-26&joined_to=2026-11-01';
  const cell = `from=2026-11-02&to=2026-11-08&${joined}&figure=active_members&page=1`;
  await user.click(screen.getByText('50%', { selector: 'text' }));
  await screen.findByText(/^Joined in the week of Oct 26: 35 of 70 trained 1 week later/, {
    selector: '[role=dialog] *',
  });
  await asksFor(cell);
  await user.click(screen.getByText('13 · 52%', { selector: 'text' }));
  await screen.findByRole('dialog', { name: 'Who hosted' });
  await vi.waitFor(() =>
    expect(asked('/analytics/people/')).toBe('/analytics/people/?range=30d&workout_type=cardio&figure=sessions&page=1'),
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Show Busiest times as a table' }));
  await user.click(screen.getByRole('button', { name: '9: who is behind it?' }));
  await screen.findByRole('dialog', { name: 'Who took spots' });
  await vi.waitFor(() =>
    expect(asked('/analytics/people/')).toBe('/analytics/people/?range=30d&weekday=0&hour=18&figure=joins&page=1'),
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Show Retention as a table' }));
  await user.click(screen.getByRole('button', { name: '40: who is behind it?' }));
  await asksFor(`from=2026-10-26&to=2026-11-01&${joined}&figure=active_members&page=1`);
});

test('opens the people behind a day of the trend and of the new members', async () => {
  const user = userEvent.setup();
  open();
  await screen.findByRole('heading', { name: 'Trend' });
  const asksFor = async (title: string, query: string) => {
    await screen.findByRole('dialog', { name: title });
    await vi.waitFor(() => expect(asked('/analytics/people/')).toBe(`/analytics/people/?${query}`));
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const [trend, newMembers] = ['Trend', 'New members'].map(
    (name) =>
      screen.getByRole('heading', { name }).closest('header')!.parentElement!.querySelector('svg[viewBox^="0 0 640"]')!,
  );
  // Without a layout every place is the first day.
  fireEvent.click(trend!);
  await asksFor('Who took spots', 'from=2026-11-01&to=2026-11-01&figure=joins&page=1');
  fireEvent.click(newMembers!);
  await asksFor('Who joined', 'from=2026-11-01&to=2026-11-01&figure=new_members&page=1');
  await user.click(screen.getByRole('button', { name: 'Show Trend as a table' }));
  const table = within(screen.getByRole('region', { name: 'Trend as a table' }));
  await user.click(table.getByRole('button', { name: '9: who is behind it?' }));
  await asksFor('Who took spots', 'from=2026-11-02&to=2026-11-02&figure=joins&page=1');
  await user.click(table.getByRole('button', { name: '7: who is behind it?' }));
  await asksFor('Who took spots', 'from=2026-10-30&to=2026-10-30&figure=joins&page=1');
});

test('has every chart as a table', async () => {
  const user = userEvent.setup();
  open();
  await screen.findByRole('heading', { name: 'Retention' });
  for (const title of ['Trend', 'Busiest times', 'Workout types', 'New members', 'Locations side by side', 'Retention'])
    await screen.findByRole('table', { name: title });
  await user.click(screen.getByRole('button', { name: 'Show Trend as a table' }));
  const table = within(screen.getByRole('region', { name: 'Trend as a table' }));
  const cells = table.getAllByRole('row').at(-1)?.textContent?.replaceAll(': who is behind it?', '');
  expect(cells).toBe('Nov 2, 202691312');
});

test('shows the most active of many locations first, and all of them on request', async () => {
  const user = userEvent.setup();
  many = Array.from({ length: 12 }, (_, index) => ({
    gym: { id: `gym${index}`, name: `Gym ${index}` },
    figures: { ...figures, active_members: { ...figures.active_members, value: index } },
  }));
  open();
  const all = await screen.findByRole('button', { name: 'Show all 12 locations' });
  screen.getByText(/^11 active/, { selector: 'text' });
  expect(screen.queryByText(/^1 active/, { selector: 'text' })).toBeNull();
  await user.click(all);
  screen.getByText(/^1 active/, { selector: 'text' });
  screen.getByRole('button', { name: 'Show the 10 most active' });
});

test('asks a location admin without locations to get one, instead of setting up a gym', async () => {
  setup = { has_brand: true, has_hours: false, has_sessions: false, members: 0 };
  role = 'gym_admin';
  open();
  await screen.findByText('No locations yet');
  expect(screen.queryByText('Get your gym going')).toBeNull();
});

test('gives a new gym a checklist instead of empty charts', async () => {
  setup = { has_brand: true, has_hours: false, has_sessions: false, members: 3 };
  open();
  await screen.findByText('1 of 4 done');
  expect(screen.getByRole('link', { name: /Make it yours.*done/ }).getAttribute('href')).toBe(
    '/admin/organizations/harbour/theme',
  );
  expect(screen.getByRole('link', { name: /opening hours/ }).getAttribute('href')).toBe(
    '/admin/organizations/harbour/gyms/barangaroo/hours',
  );
  expect(screen.getByRole('link', { name: /Get ten people in/ }).textContent).toContain('3 of 10 have joined');
  expect(screen.queryByRole('heading', { name: 'Trend' })).toBeNull();
});
