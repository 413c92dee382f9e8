import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { expect, test } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { SetupMails } from './setup-mails.tsx';

async function show(quota: { waiting: number; goes_today: number }) {
  signIn(
    () => person({ role: 'org_admin' }),
    () => Response.json({ used: 3, most: 20, resets_at: null, ...quota }),
  );
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <SignedIn>
          <SetupMails />
          <p>The page</p>
        </SignedIn>
      }
    />,
  );
  await screen.findByText('The page');
}

test.each([
  [{ waiting: 60, goes_today: 40 }, '40 setup emails go out today, the rest from tomorrow'],
  [{ waiting: 60, goes_today: 1 }, '1 setup email goes out today, the rest from tomorrow'],
  [{ waiting: 1200, goes_today: 0 }, '1,200 setup emails go out from tomorrow'],
  [{ waiting: 1, goes_today: 1 }, '1 setup email is on the way'],
])('%o is told in words', async (quota, words) => {
  await show(quota);
  await screen.findByText(words);
});

test('nothing is said while no mail waits', async () => {
  await show({ waiting: 0, goes_today: 0 });
  expect(screen.queryByRole('status')).toBeNull();
});
