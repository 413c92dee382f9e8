import { Blob as NodeBlob } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { sendHeldChanges } from '#platform/undo/held-changes.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { ImportOrganization } from './import-organization.tsx';
import type { OrganizationExport } from './moving.queries.ts';
import { OrganizationExports } from './organization-export.tsx';

const done: OrganizationExport = {
  id: 'one',
  status: 'done',
  progress: 100,
  bytes: 2_400_000,
  members: 58,
  sessions: 1,
  requested_by: null,
  by_support: true,
  created_at: '2026-11-16T06:00:00Z',
  expires_at: '2026-11-17T06:00:00Z',
};
const running: OrganizationExport = {
  ...done,
  id: 'two',
  status: 'running',
  progress: 40,
  bytes: null,
  expires_at: null,
};

let results: OrganizationExport[] | null;
let requests: ReturnType<typeof answerWith>;
beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  results = [];
  requests = answerWith(({ method, path }) => {
    if (method === 'POST') results = [running];
    if (method === 'DELETE') {
      results = [];
      return new Response(null, { status: 204 });
    }
    if (method === 'POST') return Response.json(running, { status: 202 });
    if (path !== '/admin/exports/' || !results) return undefined;
    return Response.json({ results });
  });
});

const show = () =>
  renderAt(
    '/moving',
    <Route
      path="/moving"
      element={
        <>
          <OrganizationExports organizationName="Iron Harbour" />
          <Toaster />
        </>
      }
    />,
  );

test('starts an export, shows how far it is, and starts no second one', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByText('No exports yet. Finished ones show up here.');
  await user.click(screen.getByRole('button', { name: 'Export everything' }));
  const bar = await screen.findByRole('progressbar', { name: /Making your export/ });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Export everything' })).toHaveProperty('disabled', true),
  );
});

test('lists exports with their state; only a ready one can be downloaded, and each deleted', async () => {
  results = [
    done,
    { ...done, id: 'old', status: 'expired', by_support: false },
    { ...done, id: 'bad', status: 'failed', bytes: null },
  ];
  const user = userEvent.setup();
  show();
  const rows = within(await screen.findByRole('list', { name: 'Exports' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByRole('button', { name: /^Download/ }) !== null)).toEqual([
    true,
    false,
    false,
  ]);
  within(rows[0]!).getByText(/2.4 MB · 58 members, 1 session · Spotter support/);
  within(rows[1]!).getByText('Expired');
  within(rows[2]!).getByText("Didn't work");
  await user.click(within(rows[0]!).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByText(/^Available until/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Available until/);
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(screen.getAllByRole('button', { name: /^Delete/ })[0]!);
  await sendHeldChanges();
  await screen.findByText('No exports yet. Finished ones show up here.');
  expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/admin/exports/one/')).toBe(true);
});

test('says when the last export failed, and when the list cannot be loaded', async () => {
  results = [{ ...done, status: 'failed', bytes: null, expires_at: null }];
  const { unmount } = show();
  await screen.findByText("The last export didn't work");
  unmount();
  results = null;
  show();
  await screen.findByText("Couldn't load your exports");
});

test('uploads a zip file as it is and shows the row the server refuses', async () => {
  const sent: { address: string; type: string; body: unknown }[] = [];
  class Upload {
    upload = { onprogress: null };
    status = 400;
    response = new NodeBlob([
      JSON.stringify({
        code: 'archive_invalid',
        error: 'Nothing.',
        details: { file: ['members.csv, row 3: Invalid email'] },
      }),
    ]);
    onload: (() => void) | null = null;
    #one = { address: '', type: '' };
    open(_method: string, address: string) {
      this.#one.address = address;
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'content-type') this.#one.type = value;
    }
    getAllResponseHeaders = () => 'content-type: application/json';
    send(body: unknown) {
      sent.push({ ...this.#one, body });
      this.onload?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  const user = userEvent.setup();
  const onImported = vi.fn();
  renderAt(
    '/import',
    <Route path="/import" element={<ImportOrganization open onClose={() => {}} onImported={onImported} />} />,
  );
  const file = new File(['zip'], 'iron-harbour.zip', { type: 'application/x-zip-compressed' });
  expect(await screen.findByRole('button', { name: 'Import organization' })).toHaveProperty('disabled', true);
  await user.upload(screen.getByLabelText('Zip file'), file);
  await user.click(screen.getByRole('button', { name: 'Import organization' }));
  await screen.findByText('members.csv, row 3: Invalid email');
  expect(sent).toEqual([
    { address: '/api/v1/super-admin/organizations/import/?send_setup=false', type: 'application/zip', body: file },
  ]);
  expect(onImported).not.toHaveBeenCalled();
});
