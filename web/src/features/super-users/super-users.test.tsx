import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { AddSuperUser } from './add-super-user.tsx';
import { SuperUserList } from './super-user-list.tsx';
import type { SuperUser } from './super-users.queries.ts';

const sam: SuperUser = {
  id: 'sam',
  first_name: 'Sam',
  last_name: 'Stone',
  avatar_url: null,
  avatar_color: '#7C3AED',
  fitness_level: null,
  email: 'sam@spotter.example',
  last_seen_at: '2026-11-16T06:00:00Z',
  created_at: '2026-01-16T06:00:00Z',
};
const noa: SuperUser = { ...sam, id: 'noa', first_name: 'Noa', email: 'noa@spotter.example', last_seen_at: null };

let results: SuperUser[];
let isTaken: boolean;
let requests: ReturnType<typeof answerWith>;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  results = [sam, noa];
  isTaken = false;
  requests = answerWith(({ method, path }) => {
    if (method === 'DELETE') {
      results = [sam];
      return new Response(null, { status: 204 });
    }
    if (method === 'POST' && isTaken)
      return Response.json(
        { error: 'Taken', code: 'email_taken', details: { email: ['An account with this email exists'] } },
        { status: 409 },
      );
    if (method === 'POST') return Response.json(noa, { status: 201 });
    return path.startsWith('/super-admin/users/')
      ? Response.json({ count: results.length, next: null, previous: null, results })
      : undefined;
  });
});

test('another super admin is removed after a question; nobody removes themselves', async () => {
  const user = userEvent.setup();
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <SuperUserList readerId="sam" />
          <Toaster />
        </>
      }
    />,
  );
  await screen.findByText('Never signed in');
  expect(screen.queryByRole('button', { name: 'Remove Sam Stone' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Noa Stone' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('noa@spotter.example is no longer a super admin');
  expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/super-admin/users/noa/')).toBe(true);
});

test('a new super admin is mailed a setup code, and a taken email is named', async () => {
  const user = userEvent.setup();
  const onAdded = vi.fn();
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <AddSuperUser open onClose={() => {}} onAdded={onAdded} />
          <Toaster />
        </>
      }
    />,
  );
  isTaken = true;
  await user.type(await screen.findByLabelText('First name'), 'Noa');
  await user.type(screen.getByLabelText('Last name'), 'Stone');
  await user.type(screen.getByLabelText('Email'), 'noa@spotter.example');
  await user.click(screen.getByRole('button', { name: 'Add super admin' }));
  await screen.findByText('An account with this email exists');
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Add super admin' }));
  await screen.findByText('We mailed Noa a setup code');
  expect(onAdded).toHaveBeenCalled();
});
