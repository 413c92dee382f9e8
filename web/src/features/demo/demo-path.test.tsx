import type { DemoPath } from '@spotter/contract/demo.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { demoLive } from './demo.realtime.ts';
import { DemoPathGuide } from './demo-path.tsx';

let path: DemoPath;
let requests: ReturnType<typeof signIn>;
const taken: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  taken.length = 0;
  path = { joined: false, chatted: false, proposed: false, matched: false, session_id: 'small' };
  requests = signIn(
    () => person({ id: 'ana', is_demo_user: true, demo_persona: 'Ana Costa' }),
    ({ path: called }) => (called === '/demo/path/' ? Response.json(path) : undefined),
  );
});

const show = (isWide: boolean) =>
  renderAt(
    '/app',
    <Route
      path="*"
      element={
        <SignedIn>
          <p>Signed in</p>
          <DemoPathGuide isWide={isWide} onStep={(step, { session_id }) => taken.push(`${step} ${session_id}`)} />
        </SignedIn>
      }
    />,
  );

const opener = () => screen.findByRole('button', { name: /^Things to try/ });

test('covers nothing until it is opened, ticks a step when it has really happened, and leads to each', async () => {
  const { queryClient } = show(true);
  expect((await opener()).textContent).toContain('0/4');
  expect(screen.queryByRole('region', { name: 'Things to try' })).toBeNull();
  await userEvent.click(await opener());
  expect(screen.getByRole('region', { name: 'Things to try' })).toBeTruthy();
  path = { ...path, joined: true };
  act(() => demoLive['session.joined']?.({} as never, queryClient));
  expect(await screen.findByText('1/4')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Join a session, done/ }));
  expect(screen.queryByRole('region', { name: 'Things to try' })).toBeNull();
  await userEvent.click(await opener());
  await userEvent.click(screen.getByRole('button', { name: /^Get matched/ }));
  expect(taken).toEqual(['joined small', 'matched small']);
});

test('opens as a sheet on a phone, and stays closed once closed', async () => {
  const { unmount } = show(false);
  await userEvent.click(await screen.findByRole('button', { name: /^Things to try/ }));
  expect(await screen.findByRole('dialog', { name: 'Things to try' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: "Don't show again" }));
  expect(screen.queryByRole('button', { name: /^Things to try/ })).toBeNull();
  unmount();
  requests.length = 0;
  show(false);
  await screen.findByText('Signed in');
  expect(requests.map(({ path }) => path)).not.toContain('/demo/path/');
});

test('ends with an invitation to make it yours', async () => {
  path = { joined: true, chatted: true, proposed: true, matched: true, session_id: null };
  show(true);
  await userEvent.click(await opener());
  expect(await screen.findByRole('button', { name: "That's it. Make it yours" })).toBeTruthy();
});
