import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InviteFriends } from '#features/invites/friends/invite-friends.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith, gymConfig, person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { CalendarFeed } from '../calendar-feed/calendar-feed.tsx';
import { CalendarFeedRenewal } from '../calendar-feed/calendar-feed-renewal.tsx';
import { ShareSession } from './share-session.tsx';

const me = person();
const ben = person({ id: '0190a000-0000-7000-8000-000000000002', first_name: 'Ben', last_name: 'Brandt' });
const session = {
  id: '0190a000-0000-7000-8000-0000000000aa',
  title: 'Leg day',
  start_time: { utc: '2026-11-19T19:00:00Z' },
  gym: { timezone: 'Australia/Sydney' },
  can_change_series: true,
  invite_only: false,
};
const share_url = 'https://train.example/sessions/shared/abc?ref=ana';
const url = 'https://train.example/api/v1/calendar/secret.ics';

const conversation = (id: string, name: string | null, people: object[], over: object = {}) => ({
  id,
  type: name ? 'group' : 'direct',
  name,
  participants: people,
  picture_url: null,
  request: null,
  ...over,
});
const conversations = [
  conversation('c1', null, [me, ben]),
  conversation('c2', 'Dawn crew', [me, ben, person({ id: 'x', first_name: 'Cleo', last_name: 'Costa' })]),
  ...[3, 4, 5, 6, 7].map((n) => conversation(`c${n}`, `Group ${n}`, [me, ben], { picture_url: `/files/${n}.webp` })),
  conversation('c8', null, [me, person({ id: 'y', first_name: 'Dov', last_name: 'Levi' })], { request: 'sent' }),
];

const invite_url = 'https://train.example/i/friend/ana';
const inviteAnswer = ({ email }: { email?: string }) =>
  email?.includes('@') === false
    ? Response.json({ error: 'x', code: 'validation_failed', details: { email: ['Not an email'] } }, { status: 400 })
    : Response.json({ code: 'ana', referrer_code: 'ana', invite_url });

let feed = { is_active: false, created_at: null as string | null, last_read_at: null as string | null };
let refuseShare = false;
let requests: ReturnType<typeof answerWith>;

beforeEach(() => {
  feed = { is_active: false, created_at: null, last_read_at: null };
  refuseShare = false;
  vi.stubGlobal('CSS', { supports: () => true });
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  localStorage.setItem('access_token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  requests = answerWith(({ method, path, body }) => {
    const call = `${method} ${path.split('?')[0]}`;
    switch (call) {
      case 'GET /users/me/':
        return Response.json(me);
      case 'GET /gym/config/':
        return Response.json(gymConfig);
      case `GET /sessions/${session.id}/share/`:
        return refuseShare
          ? Response.json({ error: "This isn't available in the demo.", code: 'demo_not_allowed' }, { status: 403 })
          : Response.json({ share_url, share_token: 'abc', referrer_code: 'ana' });
      case `DELETE /sessions/${session.id}/share/`:
        return new Response(null, { status: 204 });
      case 'GET /conversations/':
        return Response.json({ count: conversations.length, next: null, previous: null, results: conversations });
      case `POST /sessions/${session.id}/share-to-chat/`:
        return Response.json({ id: 'm1' }, { status: 201 });
      case 'POST /platform-invite/generate/':
        return inviteAnswer(body as { email?: string });
      case 'GET /users/me/calendar-feed/':
        return Response.json(feed);
      case 'POST /users/me/calendar-feed/':
        feed = { is_active: true, created_at: '2026-11-15T05:00:00Z', last_read_at: null };
        return Response.json({ url, created_at: feed.created_at }, { status: 201 });
      case 'DELETE /users/me/calendar-feed/':
        feed = { is_active: false, created_at: null, last_read_at: null };
        return new Response(null, { status: 204 });
      default:
        return undefined;
    }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const SignedIn = ({ children }: { children: ReactNode }) => (useLogin().user ? children : null);
const show = (what: ReactNode) => renderAt('/here', <Route path="/here" element={<SignedIn>{what}</SignedIn>} />);
const copies = () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  return copied;
};

test('copies the link and confirms it for two seconds', async () => {
  const copied = copies();
  show(<ShareSession session={session} onOpenChat={() => {}} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Link', { selector: 'input' })).value).toBe(share_url);
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(copied).toEqual([share_url]);
  expect(screen.getByText('Copied!')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.queryByText('Copied!')).toBeNull();
});

test('lets the host end the link after confirmation, and create a new one', async () => {
  show(<ShareSession session={session} onOpenChat={() => {}} />);
  await screen.findByLabelText('Link', { selector: 'input' });
  fireEvent.click(screen.getByRole('button', { name: 'End link' }));
  const dialog = await screen.findByRole('dialog', { name: 'End this link?' });
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'End link' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create new link' }));
  await screen.findByLabelText('Link', { selector: 'input' });
  expect(requests.filter(({ path }) => path.endsWith('/share/')).map(({ method }) => method)).toEqual([
    'GET',
    'DELETE',
    'GET',
  ]);
});

test('offers no co-host to end the link, which the server would refuse', async () => {
  const coHosted = { ...session, can_change_series: false, can_edit: true };
  show(<ShareSession session={coHosted} onOpenChat={() => {}} />);
  await screen.findByLabelText('Link', { selector: 'input' });
  expect(screen.queryByRole('button', { name: 'End link' })).toBeNull();
});

test('says why a session has no link and keeps the rest working', async () => {
  refuseShare = true;
  show(<ShareSession session={session} onOpenChat={() => {}} />);
  expect(await screen.findByText("This isn't available in the demo.")).toBeTruthy();
  expect(await screen.findByText('Dawn crew')).toBeTruthy();
});

test('finds chats by member names and sends to one at a time', async () => {
  show(<ShareSession session={session} onOpenChat={() => {}} />);
  fireEvent.change(await screen.findByLabelText('Find a chat'), { target: { value: 'cleo' } });
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(1);
  fireEvent.click(within(rows[0]!).getByRole('button', { name: 'Send to Dawn crew' }));
  await waitFor(() => expect(screen.getByText('Sent')).toBeTruthy());
  expect(requests.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: `/sessions/${session.id}/share-to-chat/`, body: { conversation_id: 'c2' } },
  ]);
  fireEvent.change(screen.getByLabelText('Find a chat'), { target: { value: 'nobody' } });
  expect(screen.getByText('No chats by that name.')).toBeTruthy();
});

test('leaves out a chat whose first message waits, and shows the pictures of groups', async () => {
  show(<ShareSession session={session} onOpenChat={() => {}} />);
  const row = await screen.findByText('Group 3');
  expect(row.closest('li')?.querySelector('img')?.getAttribute('src')).toBe('/files/3.webp');
  expect(screen.queryByText('Dov Levi')).toBeNull();
});

test('shows the personal link and mails it to a friend', async () => {
  const copied = copies();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  show(
    <>
      <InviteFriends gym="Barangaroo" />
      <Toaster />
    </>,
  );
  expect((await screen.findByLabelText<HTMLInputElement>('Link', { selector: 'input' })).value).toBe(invite_url);
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(copied).toEqual([invite_url]));
  expect(screen.getByRole('button', { name: 'Hide QR code' })).toBeTruthy();

  const field = screen.getByLabelText<HTMLInputElement>("Friend's email");
  const send = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Send invite' }));
  };
  send('nobody');
  expect(await screen.findByText('Not an email')).toBeTruthy();
  send('noor@mail.example');
  await waitFor(() => expect(field.value).toBe(''));
  send('ravi@mail.example');
  fireEvent.change(field, { target: { value: 'next@mail' } });
  await screen.findByText('Invite sent to ravi@mail.example');
  expect(field.value).toBe('next@mail');
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {},
    { email: 'nobody' },
    { email: 'noor@mail.example' },
    { email: 'ravi@mail.example' },
  ]);
});

test('creates a calendar link, shows it once, and ends it after confirmation', async () => {
  show(<CalendarFeed />);
  fireEvent.click(await screen.findByRole('button', { name: 'Sync to my calendar' }));
  const link = await screen.findByRole('link', { name: 'Open in my calendar' });
  expect(link.getAttribute('href')).toBe('webcal://train.example/api/v1/calendar/secret.ics');
  expect(screen.getByText(/Not synced yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop syncing' }));
  const dialog = await screen.findByRole('dialog');
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop syncing' }));
  expect(await screen.findByRole('button', { name: 'Sync to my calendar' })).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('hides an earlier link and replaces it after confirmation', async () => {
  feed = { is_active: true, created_at: '2026-11-01T05:00:00Z', last_read_at: '2026-11-15T05:00:00Z' };
  show(<CalendarFeed />);
  expect(await screen.findByText(/Last synced/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Get a new link' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Get new link' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Calendar link', { selector: 'input' })).value).toBe(url);
});

test('offers to renew an existing calendar link, says what that does, and shows the new one', async () => {
  feed = { is_active: true, created_at: '2026-11-01T05:00:00Z', last_read_at: null };
  show(<CalendarFeedRenewal />);
  expect(await screen.findByText(/the current link stops working right away/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Renew calendar link' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Calendar link', { selector: 'input' })).value).toBe(url);
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/users/me/calendar-feed/',
  ]);
});

test('offers no renewal without a calendar link, and closes when declined', async () => {
  show(<CalendarFeedRenewal />);
  await waitFor(() => expect(requests.some(({ path }) => path === '/users/me/calendar-feed/')).toBe(true));
  expect(screen.queryByText('Renew your calendar link too?')).toBeNull();
  feed = { is_active: true, created_at: '2026-11-01T05:00:00Z', last_read_at: null };
  show(<CalendarFeedRenewal />);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep current link' }));
  expect(screen.queryByText('Renew your calendar link too?')).toBeNull();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});
