import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { readTokens } from '#platform/api/tokens.ts';
import { carriedLook } from '#platform/theme/carried-look.ts';
import { gymConfig, person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import DemoBanner from './demo-banner.tsx';
import { loadPage } from './load-page.ts';

vi.mock('./load-page.ts', () => ({ loadPage: vi.fn() }));

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(loadPage).mockClear();
});

function show(more: object = {}, theme = ThemeConfig.parse({})) {
  const requests = signIn(
    () => person({ is_demo_user: true, demo_persona: 'Ana Costa', demo_expires_at: inAnHour, ...more }),
    ({ path }) =>
      path === '/demo/persona/'
        ? Response.json(
            {
              access_token: 'of-olga',
              refresh_token: 'refresh',
              demo_info: { persona_name: 'Olga Petrova', expires_at: inAnHour },
            },
            { status: 201 },
          )
        : new Response(null, { status: 204 }),
    { ...gymConfig, theme },
  );
  renderAt(
    '/app',
    <Route
      path="*"
      element={
        <SignedIn>
          <DemoBanner />
        </SignedIn>
      }
    />,
  );
  return requests;
}

test('switches to the owner in the same demo, on a fresh page', async () => {
  const requests = show();
  await userEvent.click(await screen.findByRole('button', { name: 'See it as the owner' }));
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/admin'));
  expect(requests.find(({ path }) => path === '/demo/persona/')?.body).toEqual({ persona: 'owner' });
  expect(readTokens()?.access).toBe('of-olga');
  expect(sessionStorage.getItem('demo_persona')).toBe('Olga Petrova');
});

test('leads the owner back to the member', async () => {
  show({ role: 'org_admin', demo_persona: null, first_name: 'Olga', last_name: 'Petrova' });
  expect(await screen.findByText(/Olga Petrova/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'See it as a member' }));
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/app'));
});

test('takes the chosen look into the registration, and nothing else of the demo', async () => {
  show({}, ThemeConfig.parse({ colors: { primary: '#0d9488' } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make it yours' }));
  await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/register/gym'));
  expect(carriedLook.read()).toMatchObject({ business_type: 'single', look: { colors: { primary: '#0d9488' } } });
  expect(Object.keys(sessionStorage)).toEqual(['demo_look']);
  expect(readTokens()).toBeNull();
});

test('carries no look that nobody chose', async () => {
  show();
  await screen.findByRole('button', { name: 'Make it yours' });
  await waitFor(() => expect(carriedLook.read()).toEqual({ business_type: 'single', look: null }));
});
