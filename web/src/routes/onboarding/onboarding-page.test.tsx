import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { OnboardingPage } from './onboarding-page.tsx';

beforeEach(() => sessionStorage.clear());

const harbour = { id: 'harbour', name: 'Iron Harbour', address: '12 Wharf Road', timezone: 'Australia/Sydney' };
const organization = { id: 'iron', name: 'Iron Harbour' };

function show(gym: object) {
  const owner = person({
    id: 'olga',
    role: 'org_admin',
    onboarding_completed: false,
    ...({ organization, accessible_gyms: [gym] } as object),
  });
  signIn(
    () => owner,
    () => undefined,
  );
  renderAt(
    '/onboarding',
    <Route
      path="/onboarding"
      element={
        <SignedIn>
          <OnboardingPage />
        </SignedIn>
      }
    />,
  );
}
const isChosen = async (name: RegExp) => (await screen.findByRole<HTMLInputElement>('radio', { name })).checked;

test.each([
  ['one location', harbour, [true, false]],
  ['several locations', { ...harbour, name: 'Wharf Road' }, [false, true]],
  ['neither, in the short form', { ...harbour, address: '' }, [false, false]],
])('preselects what the registration was told: %s', async (_what, gym, chosen) => {
  show(gym);
  expect([await isChosen(/^Single/), await isChosen(/^Multiple/)]).toEqual(chosen);
});

test('keeps what was entered in a step that is left and entered again', async () => {
  show(harbour);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.type(screen.getByLabelText('Location name'), ' East');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await isChosen(/^Single/)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText<HTMLInputElement>('Location name').value).toBe('Iron Harbour East');
});
