import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { OperationsPage } from '#routes/super-admin/operations-page.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import type { Operations } from './operations.queries.ts';
import { agoWords, countWords, durationWords, keyAgeWords, versionWords } from './operations.words.ts';

const job = {
  id: '41',
  job: 'send_mail',
  attempts: 14,
  most_attempts: 14,
  is_given_up: true,
  is_running: false,
  error: 'the mail server said no',
  failed_at: '2026-11-16T06:00:00Z',
  next_at: null,
};
const empty: Operations = {
  version: '0.1.0',
  schema_version: '0020_operators_desk.sql',
  database_bytes: 12_500_000,
  nodes: [],
  live_streams: 3,
  queue: { waiting: 0, due: 0, running: 0, oldest_due_at: null },
  failed_jobs: { count: 0, results: [] },
  failed_mails: { count: 0, results: [] },
  slowest_calls: [],
  sizes: { counted_at: null, is_counting: false, organizations: [] },
  last_backup: null,
  keys: [{ name: 'TOKEN_SECRET', since: '2026-01-01T00:00:00Z' }],
  mail_quotas: [],
};

let operations: Operations;
let isGone: boolean;
let requests: ReturnType<typeof answerWith>;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  operations = empty;
  isGone = false;
  requests = answerWith(({ method, path }) => {
    if (method === 'GET' && path === '/super-admin/operations/') return Response.json(operations);
    if (isGone) return Response.json({ error: "We couldn't find this job.", code: 'job_not_found' }, { status: 404 });
    if (path === '/super-admin/failed-mails/send-again/') return Response.json({ queued: 2 });
    if (path.startsWith('/super-admin/failed-mails/')) return new Response(null, { status: 204 });
    if (path === '/super-admin/sizes/') return Response.json({ is_counting: true }, { status: 202 });
    return path.startsWith('/super-admin/jobs/') ? new Response(null, { status: 204 }) : undefined;
  });
});

const show = () =>
  renderAt(
    '/',
    <Route
      path="/"
      element={
        <>
          <OperationsPage />
          <Toaster />
        </>
      }
    />,
  );
const sent = (method: string, path: string) =>
  requests.some((request) => request.method === method && request.path === path);

test('says what will appear where nothing is yet, and that a backup is missing', async () => {
  show();
  await screen.findByText('No failed jobs. Jobs that fail show up here.');
  screen.getByText('Set one up');
  screen.getByText('Sign-in key');
  await userEvent.click(screen.getByRole('button', { name: 'Count now' }));
  await screen.findByText('Counting the sizes');
  expect(sent('POST', '/super-admin/sizes/')).toBe(true);
});

test('retries a failed job at once, and discards one after a question', async () => {
  operations = { ...empty, failed_jobs: { count: 1, results: [job] } };
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Retry send_mail #41' }));
  await screen.findByText('send_mail runs again');
  expect(sent('POST', '/super-admin/jobs/41/retry/')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Discard send_mail #41' }));
  expect(sent('DELETE', '/super-admin/jobs/41/')).toBe(false);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('send_mail is discarded');
  expect(sent('DELETE', '/super-admin/jobs/41/')).toBe(true);
});

test('sends one mail again at once, and all after a question; an expired one stays', async () => {
  const mail = {
    id: 'm1',
    kind: 'welcome',
    to: 'ben@x.example',
    organization: null,
    attempts: 9,
    error: '451 try later',
    failed_at: '2026-11-16T06:00:00Z',
    can_send_again: true,
  };
  const expired = { ...mail, id: 'm2', to: 'cleo@x.example', kind: 'verification_code', can_send_again: false };
  operations = { ...empty, failed_mails: { count: 2, results: [mail, expired] } };
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Send the mail to ben@x.example again' }));
  await screen.findByText('The mail to ben@x.example is on its way');
  expect(sent('POST', '/super-admin/failed-mails/m1/send-again/')).toBe(true);
  screen.getByText('Code has expired');
  await user.click(screen.getByRole('button', { name: 'Send all again' }));
  expect(sent('POST', '/super-admin/failed-mails/send-again/')).toBe(false);
  const question = within(await screen.findByRole('dialog', { name: 'Send 2 mails again?' }));
  await user.click(question.getByRole('button', { name: 'Send all again' }));
  await screen.findByText('2 mails are on their way');
});

test('says so when another operator was faster', async () => {
  operations = { ...empty, failed_jobs: { count: 1, results: [job] } };
  isGone = true;
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Retry send_mail #41' }));
  await screen.findByText("We couldn't find this job.");
});

test('marks a silent node and nodes of two versions', async () => {
  const node = {
    id: 'a',
    name: 'one:1',
    roles: ['web'],
    version: '0.1.0',
    started_at: '2026-11-16T06:00:00Z',
    seen_at: '2026-11-16T06:00:00Z',
    is_alive: true,
    live_streams: 1,
    memory_bytes: 1e8,
  };
  operations = {
    ...empty,
    nodes: [node, { ...node, id: 'b', version: '0.2.0' }, { ...node, id: 'c', is_alive: false }],
  };
  show();
  await screen.findByText('Nodes differ');
  screen.getByText('1 silent');
});

test('writes times and counts in words', () => {
  const now = Date.parse('2026-11-16T06:00:00Z');
  expect([
    agoWords('2026-11-16T05:58:00Z', now),
    agoWords('2026-11-16T08:00:00Z', now),
    agoWords('2026-11-16T06:00:05Z', now),
  ]).toEqual(['2 minutes ago', 'in 2 hours', 'now']);
  expect([durationWords(12.4), durationWords(1234), durationWords(5000)]).toEqual([
    '12\u00a0ms',
    '1.2\u00a0s',
    'over 5\u00a0s',
  ]);
  expect(keyAgeWords('2026-03-03T12:00:00Z', Date.parse('2026-11-18T12:00:00Z'))).toEqual({
    age: '260 days old',
    used: 'Used since March 3, 2026',
  });
  expect(versionWords('0.1.0+74e1b751.cb54')).toEqual({ release: '0.1.0', build: 'Build 74e1b751.cb54' });
  expect(versionWords('0.1.0')).toEqual({ release: '0.1.0', build: null });
  expect([countWords(12), countWords(10_000)]).toEqual(['12', '10,000+']);
});
