import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { passwordRenewed } from '#features/sessions/calendar-feed/password-renewed.ts';
import { Authenticated, GuestOnly } from '#routes/guards/guarded.tsx';
import { CalendarRenewal } from '#routes/home/calendar-renewal.tsx';
import { answerWith, person, signedInAs } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { LoginPage } from './login-page.tsx';

const user = userEvent.setup();

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  localStorage.clear();
  sessionStorage.clear();
});

const open = (query: string) =>
  renderAt(
    `/login${query}`,
    <Route element={<GuestOnly />}>
      <Route path="/login" element={<LoginPage />} />
    </Route>,
  );

const arrivedAt = async (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));

describe('a mailed link opened while signed in', () => {
  const openSignedIn = (query: string) => {
    localStorage.setItem('access_token', 'access');
    answerWith(({ path }) => {
      if (path === '/auth/logout/') return new Response(null, { status: 204 });
      return path === '/users/me/' ? Response.json(person()) : undefined;
    });
    open(query);
  };

  test.each([
    ['?reset=tok-1', 'New password'],
    ['?setup=true&email=olga@ironharbour.example', 'Setup code'],
  ])('%s names the signed-in account and continues signed out', async (query, field) => {
    openSignedIn(query);
    expect(await screen.findByText('Ana Costa')).toBeTruthy();
    expect(screen.getByText('ana@ironharbour.example')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign out and continue' }));
    expect(await screen.findByLabelText(field)).toBeTruthy();
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('can be postponed', async () => {
    openSignedIn('?reset=tok-1');
    await user.click(await screen.findByRole('link', { name: 'Stay signed in' }));
    await arrivedAt('/app');
  });

  test("redirects the user's own setup link home", async () => {
    openSignedIn('?setup=true&email=Ana@ironharbour.example');
    await arrivedAt('/app');
  });
});

test('sets a new password from a reset link and signs in', async () => {
  const requests = answerWith(({ path }) =>
    path === '/auth/password-reset/confirm/' ? signedInAs(person()) : undefined,
  );
  open('?reset=tok-1');
  await user.type(await screen.findByLabelText('New password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), ' but longer');
  await user.type(screen.getByLabelText('Confirm new password'), 'something else');
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  await user.clear(screen.getByLabelText('Confirm new password'));
  await user.type(screen.getByLabelText('Confirm new password'), 'short but longer');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await arrivedAt('/app');
  expect(requests.find(({ path }) => path === '/auth/password-reset/confirm/')?.body).toEqual({
    token: 'tok-1',
    new_password: 'short but longer',
  });
});

describe('a new password set on the way in', () => {
  const answerFeed = ({ path }: { path: string }) =>
    path === '/users/me/calendar-feed/'
      ? Response.json({ is_active: true, created_at: '2026-11-01T05:00:00Z', last_read_at: null })
      : undefined;
  const choose = async (submit: string) => {
    await user.type(await screen.findByLabelText('New password'), 'squats at six');
    await user.type(screen.getByLabelText('Confirm new password'), 'squats at six');
    await user.click(screen.getByRole('button', { name: submit }));
  };
  const expectOffer = async () => {
    await user.click(await screen.findByRole('button', { name: 'Keep current link' }));
    expect(screen.queryByText('Renew your calendar link too?')).toBeNull();
    expect(passwordRenewed.read()).toBeNull();
  };

  test('offers to renew the calendar link after a mailed reset', async () => {
    answerWith((request) =>
      request.path === '/auth/password-reset/confirm/' ? signedInAs(person()) : answerFeed(request),
    );
    renderAt(
      '/login?reset=tok-1',
      <>
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<LoginPage />} />
        </Route>
        <Route path="/app" element={<CalendarRenewal />} />
      </>,
    );
    await choose('Set password');
    await expectOffer();
  });

  test('offers to renew the calendar link after a setup code', async () => {
    let must_change_password = true;
    localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
    localStorage.setItem('access_token', 'access');
    localStorage.setItem('refresh_token', 'refresh');
    answerWith((request) => {
      if (request.path === '/users/me/') return Response.json(person({ must_change_password }));
      if (request.path !== '/users/me/change-password/') return answerFeed(request);
      must_change_password = false;
      return new Response(null, { status: 204 });
    });
    renderAt(
      '/app',
      <Route element={<Authenticated />}>
        <Route path="/app" element={<CalendarRenewal />} />
      </Route>,
    );
    await choose('Save and continue');
    await expectOffer();
  });
});
