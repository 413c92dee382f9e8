import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { clockOf } from '#platform/wall-time.ts';
import { AuditLogPage } from '#routes/admin/audit-log-page.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import type { AuditEntry } from './audit.queries.ts';
import { noFilters, queryOf } from './audit-filters.ts';

const olga = { id: 'olga', first_name: 'Olga', last_name: 'Orlova', avatar_url: null, avatar_color: '#7c3aed' };
const entry = (id: string, more: Partial<AuditEntry>): AuditEntry => ({
  id,
  actor: null,
  emulating: false,
  action: 'session_types.updated',
  kind: 'session_types',
  sentence: 'changed the session types',
  target_type: 'organization',
  target_id: null,
  data: {},
  edits: [],
  created_at: '2026-11-01T00:00:00Z',
  ...more,
});

let role: string;
let requests: ReturnType<typeof signIn>;
beforeEach(() => {
  role = 'org_admin';
  requests = signIn(
    () => person({ id: 'olga', role }),
    ({ path }) => {
      if (path.startsWith('/admin/audit-log/actors/')) return Response.json({ results: [olga] });
      if (!path.startsWith('/admin/audit-log/')) return undefined;
      const results = path.includes('kind=reports')
        ? []
        : [
            entry('1', { emulating: true, edits: [{ field: 'Phone', before: null, after: '0412 345 678' }] }),
            entry('2', {
              actor: olga as AuditEntry['actor'],
              kind: 'locations',
              edits: [{ field: 'Monday', before: 'Closed', after: '07:00–24:00' }],
            }),
            entry('3', {}),
          ];
      return Response.json({ count: results.length, next: null, previous: null, results });
    },
  );
});
const page = (
  <SignedIn>
    <AuditLogPage />
  </SignedIn>
);
const open = async () => {
  renderAt('/log', <Route path="/log" element={page} />);
  return within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem');
};

test('says who changed what, and marks Spotter support', async () => {
  const rows = await open();
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Spotter support changed the session types',
    'Olga Orlova changed the session types',
    'A former member changed the session types',
  ]);
  within(rows[0]!).getByText('Support');
  expect(rows[0]?.querySelector('dl')?.textContent).toBe('PhoneNone0412 345 678');
  expect(within(rows[1]!).queryByText('Support')).toBeNull();
  // Hours are kept as 24-hour clocks and shown by the reader's.
  expect(rows[1]?.querySelector('dl')?.textContent).toBe(`MondayClosed${clockOf('07:00')}–midnight`);
});

test('says to the admin of a gym whose it is, and asks for nothing', async () => {
  role = 'gym_admin';
  renderAt('/log', <Route path="/log" element={page} />);
  await screen.findByText('The audit log is for organization admins');
  expect(requests.some(({ path }) => path.startsWith('/admin/audit-log/'))).toBe(false);
});

test('filters by person and kind, and clears the filters when nothing is found', async () => {
  const user = userEvent.setup();
  await open();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Olga Orlova');
  await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Reports');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('list', { name: 'Changes' });
  await waitFor(() => expect(requests.some(({ path }) => path.includes('actor_id=olga&kind=reports'))).toBe(true));
});

test("turns filters into a query by the reader's own days", () => {
  const now = Date.parse('2026-11-16T12:00:30Z');
  expect(queryOf({ ...noFilters, who: 'support', period: '7' }, now)).toEqual({
    emulating: true,
    from: '2026-11-09T12:00:00.000Z',
  });
  const { from, until } = queryOf({ ...noFilters, period: 'dates', from: '2026-11-01', until: '2026-11-01' }, now);
  expect(Date.parse(String(until)) - Date.parse(String(from))).toBe(86_400_000);
});
