import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { AnnouncementsPage } from '#routes/admin/announcements-page.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import type { Announcement } from './announcements.queries.ts';

const announcement = (more: Partial<Announcement>): Announcement => ({
  id: 'floor',
  title: 'A new floor',
  body: 'We close for one day.',
  gym_id: null,
  gym: null,
  status: 'sent',
  send_at: '2026-11-01T00:00:00Z',
  sent_at: '2026-11-01T00:00:00Z',
  author: null,
  recipients: 312,
  read_count: 41,
  version: 1,
  created_at: '2026-11-01T00:00:00Z',
  ...more,
});

let list: Announcement[];
let requests: ReturnType<typeof signIn>;
const sent = (call: string) => requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

beforeEach(() => {
  sessionStorage.clear();
  list = [announcement({}), announcement({ id: 'open', title: 'Open day', status: 'scheduled', sent_at: null })];
  requests = signIn(
    () => person({ id: 'olga', role: 'org_admin' }),
    ({ method, path, body }) => {
      switch (`${method} ${path.split('?')[0]}`) {
        case 'GET /admin/announcements/':
          return Response.json({ count: list.length, next: null, previous: null, results: list });
        case 'GET /admin/announcements/recipients/':
          return Response.json({ recipients: 312 });
        case 'POST /admin/announcements/':
          list = [announcement({ id: 'new', ...(body as object), status: 'sending' }), ...list];
          return Response.json(list[0], { status: 201 });
        case 'POST /admin/announcements/open/cancel/':
          list = list.map((one) => (one.id === 'open' ? { ...one, status: 'cancelled' } : one));
          return Response.json(list[1]);
        case 'PATCH /admin/announcements/open/':
          return Response.json({ error: 'Someone else changed this.', code: 'changed_meanwhile' }, { status: 409 });
        default:
          return undefined;
      }
    },
  );
});

const open = async () => {
  renderAt(
    '/news',
    <Route
      path="/news"
      element={
        <SignedIn>
          <AnnouncementsPage />
        </SignedIn>
      }
    />,
  );
  return within(await screen.findByRole('list', { name: 'Announcements' }));
};

test('says how many have read each', async () => {
  const rows = await open();
  rows.getByText(/Read by 41 of 312 members/);
  rows.getByText('Scheduled');
});

test('shows what members will see and how many, before it sends', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Write announcement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('Title is required');
  await user.type(dialog.getByLabelText('Title'), 'New racks');
  await user.type(dialog.getByLabelText(/^Text/), 'From Monday.');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findAllByText('New racks')).toHaveLength(2);
  dialog.getByText('The notification');
  // The second press of a double click on Preview.
  fireEvent.click(await dialog.findByRole('button', { name: 'Send to 312 members' }), { detail: 2 });
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(sent('POST /admin/announcements/')).toBeUndefined();
  await user.click(await dialog.findByRole('button', { name: 'Send to 312 members' }));
  await waitFor(() =>
    expect(sent('POST /admin/announcements/')).toEqual({
      title: 'New racks',
      body: 'From Monday.',
      gym_id: null,
      send_at: null,
    }),
  );
  await screen.findByText('Sending…');
});

test('keeps a text that was not sent, until the admin starts over', async () => {
  const user = userEvent.setup();
  await open();
  const write = async () => {
    await user.click(screen.getByRole('button', { name: 'Write announcement' }));
    return within(await screen.findByRole('dialog', { name: 'New announcement' }));
  };
  const first = await write();
  await user.type(first.getByLabelText('Title'), 'New racks');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await write();
  expect(again.getByLabelText<HTMLInputElement>('Title').value).toBe('New racks');
  await user.click(again.getByRole('button', { name: 'Start over' }));
  expect(again.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  await user.click(again.getByRole('button', { name: 'Cancel' }));
  expect((await write()).queryByText('We saved your draft.')).toBeNull();
});

test('tells the second of two admins, and shows what the first one wrote', async () => {
  const user = userEvent.setup();
  const rows = await open();
  await user.click(screen.getByRole('button', { name: 'Edit Open day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit announcement' }));
  await user.clear(dialog.getByLabelText('Day'));
  await user.type(dialog.getByLabelText('Day'), '2099-01-01');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await user.click(await dialog.findByRole('button', { name: 'Schedule for 312 members' }));
  list = list.map((one) => (one.id === 'open' ? { ...one, title: 'Open weekend' } : one));
  await user.click(await dialog.findByRole('button', { name: 'Show theirs' }));
  await rows.findByText('Open weekend');
});

test('asks before it cancels a scheduled one', async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole('button', { name: 'Cancel Open day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this announcement?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel announcement' }));
  await screen.findByText('Cancelled');
});
