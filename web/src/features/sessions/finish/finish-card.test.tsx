import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { OpenProfileProvider } from '#platform/people/profile-link.tsx';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { type Finish, finishesQuery } from './finish.queries.ts';
import { FinishCard } from './finish-card.tsx';
import '../../../testing/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const base: Finish = {
  session: sessionDetail({ is_participant: true, attended: true }),
  shown_until: '2999-01-01T12:00:00.000Z',
  is_recorded: true,
  came: 5,
  of: 6,
  people: [
    { person: testUser('isla'), times: 14 },
    { person: testUser('ben'), times: 2 },
  ],
  has_given_kudos: false,
  kudos_from: [testUser('ben')],
  kudos_count: 1,
  next_week: null,
};

const [openSession, plan, openProfile] = [vi.fn(), vi.fn(), vi.fn()];

function Shown() {
  const [finish] = useQuery(finishesQuery()).data?.results ?? [];
  return finish ? <FinishCard finish={finish} onOpen={openSession} onPlan={plan} onClose={() => {}} /> : null;
}

function show(over: Partial<Finish>, kudos: () => Response = () => Response.json(base)) {
  const requests = signIn(
    () => person({ id: 'ana' }),
    ({ method, path }) => {
      if (path === '/sessions/finishes/') return Response.json({ results: [{ ...base, ...over }] });
      if (method === 'POST' && path.endsWith('/kudos/')) return kudos();
      if (method === 'POST' && path.endsWith('/check-in/')) return Response.json(base.session);
      return undefined;
    },
  );
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <OpenProfileProvider value={openProfile}>
          <SignedIn>
            <Shown />
          </SignedIn>
        </OpenProfileProvider>
      }
    />,
  );
  return () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

test('says who came, and opens their profiles and the session', async () => {
  show({});
  expect((await screen.findByRole('heading', { name: '5 of 6 came' })).textContent).toBeTruthy();
  expect(screen.getByText('Your 14th with Isla')).toBeTruthy();
  expect(screen.getByText('Ben gave you kudos')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Isla Vale: profile' }));
  expect(openProfile).toHaveBeenCalledWith('isla');
  fireEvent.click(screen.getByRole('button', { name: /Leg day/ }));
  expect(openSession).toHaveBeenCalledWith('leg-day');
  fireEvent.click(screen.getByRole('button', { name: 'Same time next week?' }));
  expect(plan).toHaveBeenCalledOnce();
});

test('gives kudos with one tap, once', async () => {
  const posted = show({});
  fireEvent.click(await screen.findByRole('button', { name: 'Give kudos' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Kudos given' }));
  await waitFor(() => expect(posted()).toEqual(['/sessions/leg-day/kudos/']));
});

test('takes the kudos back and says why when the server refuses them', async () => {
  show({}, () => Response.json({ code: 'kudos_closed', error: 'Kudos are closed.' }, { status: 409 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Give kudos' }));
  await screen.findByText('Kudos are closed.');
  await screen.findByRole('button', { name: 'Give kudos' });
});

test('leads to the session that is planned for next week', async () => {
  show({ next_week: { id: 'next', host: testUser('isla'), is_participant: false } });
  fireEvent.click(await screen.findByRole('button', { name: 'Join Isla next week' }));
  expect(openSession).toHaveBeenLastCalledWith('next');
});

test('asks a member whom nobody checked in', async () => {
  const posted = show({ session: { ...base.session, attended: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'I was there' }));
  await waitFor(() => expect(posted()).toEqual(['/sessions/leg-day/check-in/']));
  expect(screen.queryByRole('button', { name: 'Give kudos' })).toBeNull();
});
