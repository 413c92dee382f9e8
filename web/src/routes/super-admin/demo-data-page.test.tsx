import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DemoDataJob } from '#features/demo/data/demo-data.queries.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { DemoDataPage } from './demo-data-page.tsx';

const done: DemoDataJob = {
  ...{ id: 'one', kind: 'yoga_studio', members: 2000, weeks: 26, locations: 1, seed: 1 },
  ...{ status: 'done', progress: 100, seconds_left: null, rows_written: 120_000 },
  ...{ organization_id: 'org', organization_name: 'Stillwater Yoga' },
  ...{ created_at: '2026-11-16T06:00:00Z', finished_at: '2026-11-16T06:01:00Z' },
};
const running: DemoDataJob = {
  ...done,
  ...{ id: 'two', status: 'running', progress: 40, seconds_left: 25, organization_name: 'Blue Door Studio' },
  finished_at: null,
};

let results: DemoDataJob[];
let requests: ReturnType<typeof answerWith>;
function show(jobs: DemoDataJob[]) {
  results = jobs;
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <DemoDataPage />
          <Toaster />
        </>
      }
    />,
  );
}
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  requests = answerWith(({ method, path }) => {
    if (!path.startsWith('/super-admin/demo-data/')) return undefined;
    if (method === 'DELETE') results = [{ ...done, status: 'removed' }];
    if (path.endsWith('/cancel/')) results = [{ ...running, status: 'cancelled' }];
    if (method === 'POST' && !path.endsWith('/cancel/')) results = [{ ...running, status: 'queued', progress: 0 }];
    return method === 'GET'
      ? Response.json({ count: results.length, next: null, previous: null, results })
      : Response.json(results[0], { status: method === 'POST' ? 202 : 200 });
  });
});
const sent = () => requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

test('sends the sizes, and names one that is out of range without asking the server', async () => {
  const user = userEvent.setup();
  show([]);
  await screen.findByText('No demo data yet');
  const members = screen.getByLabelText('Members');
  await user.clear(members);
  await user.type(members, '9');
  await user.click(screen.getByRole('button', { name: 'Generate demo data' }));
  await screen.findByText('Enter a whole number from 10 to 5,000');
  expect(sent()).toEqual([]);
  await user.clear(members);
  await user.type(members, '2000');
  await user.click(screen.getByRole('button', { name: 'Generate demo data' }));
  await screen.findByText('Starts in a moment');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ kind: 'barbell_club', members: 2000, weeks: 12, locations: 1, seed: 1 },
  });
});

test('shows the progress and the time left, and cancels after a question', async () => {
  const user = userEvent.setup();
  show([running, done]);
  const bar = await screen.findByRole('progressbar', { name: 'About 25 s left' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect((screen.getByRole('button', { name: 'Generate demo data' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel job' }));
  await screen.findByText('Removing');
  expect(sent()).toEqual(['POST /super-admin/demo-data/two/cancel/']);
});

test('removes everything a job made after a question', async () => {
  const user = userEvent.setup();
  show([done]);
  await user.click(await screen.findByRole('button', { name: 'Remove Stillwater Yoga' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove everything it made' }),
  );
  await screen.findByText('Removing everything it made');
  expect(sent()).toEqual(['DELETE /super-admin/demo-data/one/']);
});
