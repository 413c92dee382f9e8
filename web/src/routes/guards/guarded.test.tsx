import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { expect, test } from 'vitest';
import { loginKeys } from '#platform/api/login-keys.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { signIn } from '../../testing/signed-in.tsx';
import { AdminOnly } from './guarded.tsx';

test('tells an admin whose role is taken away why the admin area closes', async () => {
  let role = 'gym_admin';
  signIn(
    () => person({ id: 'finn', role, onboarding_completed: true }),
    () => undefined,
  );
  const { queryClient } = renderAt(
    '/admin',
    <>
      <Route element={<AdminOnly />}>
        <Route path="/admin" element={<h1>Users</h1>} />
      </Route>
      <Route path="/" element={<Toaster />} />
    </>,
  );
  await screen.findByRole('heading', { name: 'Users' });
  role = 'regular_user';
  await queryClient.invalidateQueries({ queryKey: loginKeys.me });
  await screen.findByText("You're no longer an admin here");
  expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull();
});
