import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Demo } from '#features/demo/desk/demos.queries.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { DemosPage } from './demos-page.tsx';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const running: Demo = {
  id: 'one',
  persona_name: 'Ana Costa',
  started_at: inMinutes(-20),
  expires_at: inMinutes(40.5),
  ended_at: null,
  tried: [
    {
      area: 'sessions',
      screens: [
        { call: 'getSession', count: 3 },
        { call: 'listSessions', count: 1 },
      ],
      actions: [
        { call: 'joinSession', count: 2 },
        { call: 'leaveSession', count: 1 },
      ],
    },
  ],
};
const past: Demo = { ...running, id: 'two', ended_at: inMinutes(-1), tried: [] };

let results: Demo[];
let requests: ReturnType<typeof answerWith>;
let refusal: Response | null;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  results = [running, past];
  refusal = null;
  const limits = {
    running: 1,
    at_once: 200,
    per_address: 5,
    default_at_once: 200,
    default_per_address: 5,
    version: 'v1',
  };
  requests = answerWith(({ method, path }) => {
    if (path === '/super-admin/demos/limits/') return (method === 'PUT' && refusal) || Response.json(limits);
    if (method === 'DELETE' && path === '/super-admin/demos/') return Response.json({ deleted: 1 });
    if (method === 'DELETE') {
      results = [past];
      return new Response(null, { status: 204 });
    }
    return path.startsWith('/super-admin/demos/')
      ? Response.json({ count: results.length, next: null, previous: null, results })
      : undefined;
  });
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <DemosPage />
          <Toaster />
        </>
      }
    />,
  );
});
const sent = (method: string) => requests.filter((request) => request.method === method).map(({ path }) => path);

test('shows the time left and what was tried, and ends a demo after a question', async () => {
  const user = userEvent.setup();
  await screen.findByText('40 min left');
  expect(screen.getByText('Ended')).toBeTruthy();
  expect(screen.getByText('Nothing tried yet')).toBeTruthy();
  const tried = screen.getByRole('list', { name: 'What they tried' });
  expect(tried.textContent).toBe('Sessions · opened 4 times · joined a session × 2, left a session');
  await user.click(screen.getByRole('button', { name: /^End the demo of Ana Costa/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End demo' }));
  await screen.findByText('The demo has ended');
  expect(sent('DELETE')).toEqual(['/super-admin/demos/one/']);
});

test('ends all demos after a question', async () => {
  const user = userEvent.setup();
  await screen.findByText('1 of 200');
  await user.click(screen.getByRole('button', { name: 'End all demos' }));
  const dialog = await screen.findByRole('dialog', { name: 'End 1 demo?' });
  await user.click(within(dialog).getByRole('button', { name: 'End all demos' }));
  await screen.findByText('1 demo has ended');
  expect(sent('DELETE')).toEqual(['/super-admin/demos/']);
});

test('changes the limits, and shows which one is out of range', async () => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change limits' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Demos at once'));
  await user.clear(dialog.getByLabelText('Starts per address and hour'));
  await user.type(dialog.getByLabelText('Starts per address and hour'), '0');
  const details = { per_address: ['Too small'] };
  refusal = Response.json({ error: 'Check the form', code: 'validation', details }, { status: 400 });
  await user.click(dialog.getByRole('button', { name: 'Save limits' }));
  await dialog.findByText('Too small');
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({ body: { at_once: null, per_address: 0 } });
  refusal = null;
  await user.click(dialog.getByRole('button', { name: 'Save limits' }));
  await screen.findByText('Limits changed');
});
