import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loadLogin } from '#platform/login/load-login.ts';
import { LoginProvider } from '#platform/login/login-provider.tsx';
import { createQueryClient } from '#platform/login/query-client.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { type Modal, ModalsProvider } from '#routes/modals.ts';
import { answerWith, person } from '../../testing/answers.ts';
import { signIn } from '../../testing/signed-in.tsx';
import MemberModals from './member-modals.tsx';
import '../../testing/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const show = (modals: Modal[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[{ pathname: '/app', state: { modals } }]}>
          <LoginProvider first={loadLogin()}>
            <ModalsProvider>
              <MemberModals />
            </ModalsProvider>
          </LoginProvider>
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );

test('shows the top window over a window and every other overlay', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  answerWith(() => undefined);
  const modals: Modal[] = [{ name: 'shortcuts' }, { name: 'shortcuts' }, { name: 'shortcuts' }, { name: 'shortcuts' }];
  show(modals);
  await waitFor(() => expect(screen.getAllByText('Keyboard shortcuts')).toHaveLength(modals.length));
});

test('leaves the top window of a reloaded page open to a screen reader', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  signIn(
    () => person(),
    () => undefined,
  );
  show([{ name: 'notifications' }, { name: 'shortcuts' }]);
  await waitFor(() => expect(screen.getAllByText(/^(Notifications|Keyboard shortcuts)$/)).toHaveLength(2));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBe(null);
});

test.each(['friends', 'messages', 'my-sessions'] as const)(
  'asks a reader without a gym to join one in %s',
  async (name) => {
    const requests = signIn(
      () => person({ organization: null }),
      () => Response.json({ error: 'Join a gym first.', code: 'access_denied' }, { status: 403 }),
    );
    show([{ name }]);
    expect(await screen.findByRole('heading', { name: 'Join your gym' })).toBeDefined();
    expect(requests.filter(({ path }) => /^\/(friends|conversations|sessions)/.test(path))).toEqual([]);
  },
);

test("draws a profile's next sessions as session rows", async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const start_time = '2126-11-20T07:00:00.000Z';
  const next = { id: 'leg-day', title: 'Leg day', workout_type: 'strength', start_time };
  const ben = {
    ...person({ id: 'ben', first_name: 'Ben' }),
    ...{ not_shown: [], goals: [], favourite_workouts: [], preferred_times: [], gyms: [], sessions_together: 0 },
    ...{ friendship: 'none', friendship_id: null, friends_in_common: { count: 0, people: [] } },
    next_sessions: [{ ...next, gym_name: 'Barangaroo', timezone: 'Australia/Sydney' }],
  };
  signIn(
    () => person(),
    ({ path }) => (path === '/users/ben/' ? Response.json(ben) : undefined),
  );
  show([{ name: 'member', id: 'ben' }]);
  const row = await screen.findByRole('button', { name: /^Leg day/ });
  expect(row.querySelector(`time[datetime="${start_time}"]`)?.textContent).toMatch(/6:00/);
  expect(row.textContent).toContain('Barangaroo');
});
