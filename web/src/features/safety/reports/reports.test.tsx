import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ReportsPage } from '#routes/admin/reports-page.tsx';
import { applyLiveEvent } from '#routes/live.ts';
import { gymConfig, person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import type { OpenedReport } from './reports.queries.ts';

const cast = (id: string, first_name: string) => ({ ...person({ id, first_name, last_name: '' }) });
let report: OpenedReport;
let isTaken: boolean;
let requests: ReturnType<typeof signIn>;

beforeEach(() => {
  isTaken = false;
  report = {
    ...{ id: 'r1', kind: 'message', subject_id: 'm1', status: 'open', reason: 'spam', note: 'Again.' },
    ...{ reporter: cast('cleo', 'Cleo'), reported: cast('ben', 'Ben'), gyms: [], created_at: '2026-11-01T00:00:00Z' },
    ...{ closed_at: null, closed_by: null, actions: [], other_reports: 2, is_reported_active: true, can_remove: true },
    content: {
      ...{
        title: 'Dawn crew',
        text: 'Buy my powder',
        at: '2026-11-01T00:00:00Z',
        has_photo: false,
        is_withheld: false,
      },
      context: [{ sender: cast('ana', 'Ana'), text: 'Six tomorrow?', at: '2026-10-31T23:00:00Z' }],
    },
  } as OpenedReport;
  requests = signIn(
    () => person({ id: 'olga', role: 'org_admin', organization: gymConfig.organization }),
    ({ method, path }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /admin/reports/': {
          const results = path.includes('status=open') === (report.status === 'open') ? [report] : [];
          return Response.json({ count: results.length, next: null, previous: null, results });
        }
        case 'GET /admin/reports/r1/':
          return Response.json(report);
        case 'POST /admin/reports/r1/resolve/':
          report = { ...report, status: 'resolved', actions: ['remove', 'warn'], closed_at: '2026-11-02T00:00:00Z' };
          if (isTaken)
            return Response.json(
              { error: 'Someone else has already closed this report.', code: 'report_closed' },
              { status: 409 },
            );
          return Response.json(report);
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  const page = (
    <SignedIn>
      <ReportsPage />
    </SignedIn>
  );
  const { queryClient } = renderAt('/reports', <Route path="/reports" element={page} />);
  await userEvent.click(await screen.findByRole('button', { name: /Ben/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report' }));
  await dialog.findByText('Buy my powder');
  return { ...dialog, queryClient };
};
const sent = () => requests.find(({ path }) => path.includes('/resolve/'))?.body;

test('shows what was reported with what came before, and removes and warns in one step', async () => {
  const user = userEvent.setup();
  const dialog = await open();
  dialog.getByText('Six tomorrow?');
  dialog.getByText('2 other reports');
  expect(dialog.getByRole('link', { name: 'Ben' }).getAttribute('href')).toContain('/users/ben');
  await user.click(dialog.getByRole('checkbox', { name: /Remove the message/ }));
  await user.click(dialog.getByRole('checkbox', { name: /Warn Ben/ }));
  await user.clear(dialog.getByLabelText('Your words'));
  await user.type(dialog.getByLabelText('Your words'), 'No ads, please.');
  await user.click(dialog.getByRole('button', { name: 'Remove and warn Ben' }));
  await waitFor(() =>
    expect(sent()).toEqual({ actions: ['remove', 'warn'], message: 'No ads, please.', suspended_until: null }),
  );
  await screen.findByText('No open reports');
});

test('tells the second of two admins, and shows what the first decided', async () => {
  const user = userEvent.setup();
  const dialog = await open();
  isTaken = true;
  await user.click(dialog.getByRole('button', { name: 'Dismiss report' }));
  await dialog.findByText('Someone else has already closed this report.');
  await user.click(dialog.getByRole('button', { name: 'Show it' }));
  await dialog.findByText('Removed, warned');
});

test('a live event brings what another admin has decided', async () => {
  const dialog = await open();
  report = { ...report, status: 'dismissed', closed_at: '2026-11-02T00:00:00Z' };
  applyLiveEvent(dialog.queryClient, { type: 'reports.changed', data: {} });
  await dialog.findByText('Dismissed');
});
