import { screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useLogin } from '#platform/login/use-login.ts';
import { answerWith, gymConfig, person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { testUser } from '../../../testing/session.ts';
import { PeoplePicker } from './people-picker.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const friends = ['ben', 'cleo', 'dov'].map((name) => ({ friend: testUser(name) }));

/** A group that Ben and Cleo are in. */
function Picker() {
  return useLogin().user ? <PeoplePicker chosen={[]} onChange={() => {}} exceptIds={['ben', 'cleo']} /> : null;
}

test('offers friends of later pages when those of the first are in the group', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      see: () => void;
      constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
        this.see = () => onSeen([{ isIntersecting: true }]);
      }
      observe() {
        queueMicrotask(this.see);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  answerWith(({ path }) => {
    if (path === '/users/me/') return Response.json(person({ id: 'ana' }));
    if (path === '/gym/config/') return Response.json(gymConfig);
    const number = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1);
    return Response.json({
      count: 3,
      next: number < 3 ? 'more' : null,
      previous: null,
      results: friends.slice(number - 1, number),
    });
  });
  renderAt('/here', <Route path="/here" element={<Picker />} />);
  await screen.findByRole('button', { name: /Dov/ });
  expect(screen.getByRole('list', { name: 'People' }).children).toHaveLength(1);
});
