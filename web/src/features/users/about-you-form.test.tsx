import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { saysHowTheyTrain } from './about-you.ts';
import { AboutYouForm } from './about-you-form.tsx';
import '../../testing/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const newcomer = person({ fitness_level: null });

function show() {
  const [saved, skipped] = [vi.fn(), vi.fn()];
  const requests = signIn(
    () => newcomer,
    ({ method }) => (method === 'PUT' ? Response.json(newcomer) : undefined),
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <AboutYouForm user={newcomer} onSaved={saved} onSkip={skipped} />
        </SignedIn>
      }
    />,
  );
  return { saved, skipped, puts: () => requests.filter(({ method }) => method === 'PUT') };
}

test('saves goal, level and usual times in one go', async () => {
  const { saved, puts } = show();
  const save = await screen.findByRole('button', { name: 'Save and find people' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Build strength' }));
  fireEvent.click(screen.getByRole('radio', { name: /Beginner/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Evening' }));
  fireEvent.click(save);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(puts().map(({ body }) => body)).toEqual([
    { goals: ['Build strength'], fitness_level: 'beginner', preferred_times: ['evening'] },
  ]);
});

test('can be skipped, which changes nothing', async () => {
  const { skipped, puts } = show();
  fireEvent.click(await screen.findByRole('button', { name: 'Skip for now' }));
  expect(skipped).toHaveBeenCalledOnce();
  expect(puts()).toEqual([]);
});

test('keeps half an answer for a member who leaves and comes back, until it is saved', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Build strength' }));
  cleanup();
  const { saved } = show();
  fireEvent.click(await screen.findByRole('radio', { name: /Beginner/ }));
  expect(screen.getByRole('button', { name: 'Build strength', pressed: true })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Save and find people' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: 'Build strength', pressed: false })).toBeDefined();
});

test('is offered until all three are known', () => {
  const known = person({ goals: ['Meet people'], fitness_level: 'beginner', preferred_times: ['night'] });
  expect(saysHowTheyTrain(known)).toBe(true);
  expect(saysHowTheyTrain({ ...known, preferred_times: [] })).toBe(false);
  expect(saysHowTheyTrain({ ...known, goals: [] })).toBe(false);
  expect(saysHowTheyTrain({ ...known, fitness_level: null })).toBe(false);
});
