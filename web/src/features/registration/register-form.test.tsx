import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RegistrationInvite } from './invite-part.ts';
import { RegisterForm } from './register-form.tsx';
import '../../testing/patience.ts';

const requests: { url: string; key: string | null; body: Record<string, unknown> }[] = [];
let answer: () => Response;
const onRegistered = vi.fn();

// The rules load on first use, which takes a moment on a busy machine.
beforeAll(() => import('@spotter/contract/auth.ts'));

beforeEach(() => {
  sessionStorage.clear();
  requests.length = 0;
  onRegistered.mockClear();
  answer = () => Response.json({ session_joined: null }, { status: 201 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('Idempotency-Key');
    requests.push({ url, key, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (invite: RegistrationInvite | null = null) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RegisterForm invite={invite} onRegistered={onRegistered} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

async function fill() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'nora@example.com');
  await user.type(screen.getByLabelText('First name'), 'Nora');
  await user.type(screen.getByLabelText('Last name'), 'Quinn');
  await user.type(screen.getByLabelText('Password'), 'Lift-heavy-7');
  await user.type(screen.getByLabelText('Confirm password'), 'Lift-heavy-7');
  return user;
}
const submit = () => screen.getByRole('button', { name: 'Create account' });

test('shows the other fields after an email and names missing ones', async () => {
  const user = userEvent.setup();
  show();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(submit());
  expect(await screen.findByText('Email is required')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'nora@example.com');
  await user.type(screen.getByLabelText('Password'), 'short');
  await user.click(submit());
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
  expect(screen.getByText('First name is required')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(requests).toHaveLength(0);
});

test('sends one keyed request for two presses', async () => {
  show();
  const user = await fill();
  await user.dblClick(submit());
  await waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toContain('/auth/register/');
  expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('requires a choice among several locations and sends it', async () => {
  const gymOptions = [
    { id: 'g1', name: 'Harbour' },
    { id: 'g2', name: 'Station' },
  ];
  show({ type: 'org', code: 'IRON', gymOptions });
  const user = await fill();
  await user.click(submit());
  expect(await screen.findByText('Please select a location')).toBeTruthy();
  await user.click(screen.getByLabelText('Station'));
  await user.click(submit());
  await waitFor(() => expect(onRegistered).toHaveBeenCalledOnce());
  expect(requests[0]?.url).toContain('/members/register-with-invite/');
  expect(requests[0]?.body).toMatchObject({ invite_type: 'org', invite_code: 'IRON', gym_id: 'g2' });
});

test('restores everything but the passwords', async () => {
  const { unmount } = show();
  await fill();
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lift-heavy-7');
  show();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Nora');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

test("shows the server's error and a link for a known email", async () => {
  answer = () =>
    Response.json({ error: 'An account with this email already exists.', code: 'email_taken' }, { status: 409 });
  show();
  const user = await fill();
  await user.click(submit());
  expect(await screen.findByText('An account with this email already exists.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('nora%40example.com');
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await user.click(submit());
  expect(await screen.findByText('Registration failed. Please try again.')).toBeTruthy();
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});
