import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { toast as store } from 'react-hot-toast/headless';
import { Route } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { UNDO_MS } from '#platform/undo/held-changes.ts';
import { answerWith, person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { FindPeople } from './find-people.tsx';
import { FriendList } from './friend-list.tsx';
import { FriendPicker } from './friend-picker.tsx';
import { FriendRequests } from './friend-requests.tsx';
import { FriendSuggestions } from './friend-suggestions.tsx';
import { friendsLive } from './friends.realtime.ts';

const LEAVING_MS = 160;
const nothing = () => {};
const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const someone = (n: number, first_name: string) => person({ id: idOf(n), first_name, last_name: `Vale ${n}` });
const page = (results: object[], count = results.length) => ({ count, next: null, previous: null, results });
const refused = (code: string, error: string, status = 409) => Response.json({ code, error }, { status });

const friend = (n: number) => ({
  id: idOf(1000 + n),
  friend: someone(n, `Friend${n}`),
  gym_name: 'Barangaroo',
  next_session_together:
    n === 0 ? { id: 's1', title: 'Leg day', start_time: '2026-11-19T19:00:00Z', timezone: 'Australia/Sydney' } : null,
  since: '2026-01-01T00:00:00Z',
});
const request = (n: number, sender: object, receiver: object, message = '') => ({
  id: idOf(2000 + n),
  sender,
  receiver,
  message,
  status: 'pending',
  created_at: '2026-11-15T00:00:00Z',
});
const me = person();
const cleo = someone(1, 'Cleo');
const dora = someone(2, 'Dora');

let friends: ReturnType<typeof friend>[] = [];
let received: ReturnType<typeof request>[] = [];
let sent: ReturnType<typeof request>[] = [];
let found: object[] = [];
let failing: Response | null = null;
let requests: ReturnType<typeof answerWith>;

beforeEach(() => {
  friends = Array.from({ length: 5000 }, (_, n) => friend(n));
  received = [request(1, cleo, me, 'Squats on Friday?')];
  sent = [request(2, me, dora)];
  found = [
    { ...someone(3, 'Ada'), friendship: 'none', gym_name: 'Barangaroo' },
    { ...someone(4, 'Bea'), friendship: 'friends', gym_name: null },
    { ...someone(5, 'Cam'), friendship: 'request_sent', gym_name: null },
    { ...someone(6, 'Dan'), friendship: 'request_received', gym_name: null },
  ];
  failing = null;
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('IntersectionObserver', globalThis.ResizeObserver);
  // The page has no layout: the window is 700 high, a row 70.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(70);
  requests = answerWith(({ method, path }) => {
    const [call = '', query] = `${method} ${path}`.split('?');
    const asked = new URLSearchParams(query);
    const [number, size, q] = [Number(asked.get('page') ?? 1), Number(asked.get('page_size') ?? 20), asked.get('q')];
    if (method !== 'GET' && failing) return failing;
    switch (call) {
      case 'GET /friends/': {
        const those = friends.filter((one) => !q || one.friend.first_name === q);
        return Response.json(page(those.slice((number - 1) * size, number * size), those.length));
      }
      case 'GET /friends/requests/':
        return Response.json(page(received));
      case 'GET /friends/sent_requests/':
        return Response.json(page(sent));
      case 'GET /friends/search/':
        return Response.json(page(q === 'nobody' ? [] : found));
      case 'GET /friends/suggestions/':
        return Response.json(
          page([
            { person: dora, reason: 'You both lift at 6 am', reasons: ['hours'], friends_in_common: 0, is_new: true },
          ]),
        );
      case 'POST /friends/':
        return Response.json({ ...request(9, me, dora), status: 'pending' }, { status: 201 });
      default:
        return method === 'GET' ? undefined : new Response(null, { status: 204 });
    }
  });
});
afterEach(async () => {
  // What is still held goes out with the page.
  await act(async () => void window.dispatchEvent(new Event('pagehide')));
  act(() => store.remove());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (what: ReactNode) =>
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <>
          <div data-testid="window" style={{ overflowY: 'auto' }}>
            {what}
          </div>
          <Toaster />
        </>
      }
    />,
  );
const writes = () => requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');
/** Presses a button of the message with this title. */
const answer = (title: string, name: 'Undo' | 'Dismiss') => {
  const toast = screen.getByText(title).closest<HTMLElement>('[role=status]') ?? document.body;
  fireEvent.click(within(toast).getByRole('button', { name }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the list of friends', () => {
  const list = (over = {}) => (
    <FriendList timeOf={() => 'Friday, 6:00 AM'} onSession={nothing} onTrain={nothing} onFind={nothing} {...over} />
  );

  test('renders and loads only what is in view of 5,000 friends', async () => {
    show(list());
    expect(await screen.findByText('Friend0 Vale 0')).toBeTruthy();
    expect(rows('Friends').length).toBeLessThan(30);
    expect(rows('Friends')[0]?.getAttribute('aria-setsize')).toBe('5000');
    const scroller = screen.getByTestId('window');
    scroller.scrollTop = 70 * 3000;
    fireEvent.scroll(scroller);
    expect(await screen.findAllByText(/^Friend30\d\d Vale/)).toBeTruthy();
    expect(requests.filter(({ path }) => path.startsWith('/friends/')).length).toBeLessThan(4);
  });

  test('opens the next session together', async () => {
    const onSession = vi.fn();
    show(list({ onSession }));
    fireEvent.click(await screen.findByRole('button', { name: /Friday, 6:00 AM · Leg day/ }));
    expect(onSession).toHaveBeenCalledWith('s1');
  });

  test('is searched on the server', async () => {
    show(list());
    fireEvent.change(await screen.findByLabelText('Find a friend'), { target: { value: 'Friend4321' } });
    expect(await screen.findByText('Friend4321 Vale 4321')).toBeTruthy();
    expect(rows('Friends')).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Find a friend'), { target: { value: 'Nobody' } });
    expect(await screen.findByText('No friends by that name.')).toBeTruthy();
  });

  test('is searched on the server for friends to invite, too', async () => {
    show(<FriendPicker value={[]} onChange={nothing} />);
    expect(await screen.findByRole('button', { name: 'Friend0 Vale 0' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Find a friend'), { target: { value: 'Friend4321' } });
    expect(await screen.findByRole('button', { name: 'Friend4321 Vale 4321' })).toBeTruthy();
  });

  const remove = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }));
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };

  test('brings a removed friend back without a call', async () => {
    show(list());
    await remove('Friend1 Vale 1');
    answer('Removed Friend1 Vale 1 from your friends', 'Undo');
    expect(await screen.findByText('Friend1 Vale 1')).toBeTruthy();
    expect(writes()).toEqual([]);
  });

  test('removes a friend when the time to undo is over, which stops under the pointer', async () => {
    show(list());
    await screen.findByText('Friend1 Vale 1');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await remove('Friend1 Vale 1');
    fireEvent.mouseOver(screen.getByRole('button', { name: 'Undo' }));
    await act(() => vi.advanceTimersByTimeAsync(2 * UNDO_MS));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(writes()).toEqual([]);
    fireEvent.mouseOver(document.body);
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS));
    await act(() => vi.advanceTimersByTimeAsync(LEAVING_MS));
    expect(writes()).toEqual([`DELETE /friends/${idOf(1001)}/`]);
  });

  test('removes a friend when the message is dismissed or the page closed', async () => {
    show(list());
    await remove('Friend1 Vale 1');
    answer('Removed Friend1 Vale 1 from your friends', 'Dismiss');
    await waitFor(() => expect(writes()).toEqual([`DELETE /friends/${idOf(1001)}/`]));
    await remove('Friend2 Vale 2');
    await act(async () => void window.dispatchEvent(new Event('pagehide')));
    expect(writes()).toHaveLength(2);
  });

  test('brings a friend back when the removal fails', async () => {
    failing = refused('access_denied', 'Something went wrong.', 403);
    show(list());
    await remove('Friend1 Vale 1');
    answer('Removed Friend1 Vale 1 from your friends', 'Dismiss');
    expect(await screen.findByText('Friend1 Vale 1')).toBeTruthy();
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  });

  test('says what will be there while it is empty', async () => {
    friends = [];
    const onFind = vi.fn();
    show(list({ onFind }));
    fireEvent.click(await screen.findByRole('button', { name: 'Find people' }));
    expect(onFind).toHaveBeenCalled();
  });
});

describe('requests', () => {
  test('are accepted, declined and withdrawn, each with an undo', async () => {
    show(<FriendRequests onFind={nothing} />);
    expect(await screen.findByText('Squats on Friday?')).toBeTruthy();
    for (const name of ["Accept Cleo Vale 1's request", "Decline Cleo Vale 1's request"]) {
      press(name);
      expect(screen.queryByText('Squats on Friday?')).toBeNull();
      press('Undo');
      expect(screen.getByText('Squats on Friday?')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    }
    press('Withdraw your request to Dora Vale 2');
    expect(screen.queryByText('Dora Vale 2')).toBeNull();
    expect(writes()).toEqual([]);
    answer('Withdrew your request to Dora', 'Dismiss');
    await waitFor(() => expect(writes()).toEqual([`DELETE /friends/${idOf(2002)}/`]));
  });

  test('come back when the answer is refused', async () => {
    failing = refused('friend_request_answered', 'This request was already answered.');
    show(<FriendRequests onFind={nothing} />);
    await screen.findByText('Squats on Friday?');
    press("Accept Cleo Vale 1's request");
    answer('You and Cleo are now friends', 'Dismiss');
    expect(await screen.findByText('This request was already answered.')).toBeTruthy();
    expect(screen.getByText('Squats on Friday?')).toBeTruthy();
  });

  test('say that there are none', async () => {
    received = [];
    sent = [];
    show(<FriendRequests onFind={nothing} />);
    expect(await screen.findByText('No friend requests')).toBeTruthy();
  });
});

describe('the search for people', () => {
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });

  test('waits until typing pauses and shows what each person is to the reader', async () => {
    show(<FindPeople onInvite={nothing} />);
    for (const text of ['a', 'ad', 'ada']) type(text);
    expect(await screen.findByText('Ada Vale 3')).toBeTruthy();
    expect(requests.filter(({ path }) => path.startsWith('/friends/search/'))).toHaveLength(1);
    expect(rows('People').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Add friend'),
      expect.stringContaining('Friends'),
      expect.stringContaining('Request sent'),
      expect.stringContaining('Accept'),
    ]);
  });

  test('sends a request with one tap and takes it back with another', async () => {
    show(<FindPeople onInvite={nothing} />);
    type('ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Add friend: Ada Vale 3' }));
    expect(await screen.findByRole('button', { name: 'Request sent to Ada Vale 3' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Add friend: Ada Vale 3' });
    expect(writes()).toEqual(['POST /friends/', `DELETE /friends/${idOf(2009)}/`]);
  });

  test('offers an invite when nobody is found', async () => {
    const onInvite = vi.fn();
    show(<FindPeople onInvite={onInvite} />);
    type('nobody');
    fireEvent.click(await screen.findByRole('button', { name: 'Invite a friend' }));
    expect(onInvite).toHaveBeenCalled();
  });
});

describe('suggestions', () => {
  const suggestions = () => show(<FriendSuggestions onProfile={nothing} onTrain={nothing} />);

  test('show people with the reason, and lead to a workout', async () => {
    const onTrain = vi.fn();
    show(<FriendSuggestions onProfile={nothing} onTrain={onTrain} />);
    expect(await screen.findByText('You both lift at 6 am')).toBeTruthy();
    expect(screen.getByText('New')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add friend: Dora Vale 2' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Train together with Dora Vale 2' }));
    expect(onTrain).toHaveBeenCalledWith(dora);
  });

  test('leave with "Not for me", and come back with Undo', async () => {
    suggestions();
    fireEvent.click(await screen.findByRole('button', { name: 'Not for me: Dora Vale 2' }));
    await waitFor(() => expect(screen.queryByText('You both lift at 6 am')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('You both lift at 6 am')).toBeTruthy();
    expect(writes()).toEqual([]);
  });

  test('are dismissed on the server when the time to undo is over', async () => {
    suggestions();
    fireEvent.click(await screen.findByRole('button', { name: 'Not for me: Dora Vale 2' }));
    await act(async () => void window.dispatchEvent(new Event('pagehide')));
    expect(writes()).toEqual([`POST /friends/suggestions/${dora.id}/dismiss/`]);
  });

  test('follow requests that were sent or withdrawn on another device', async () => {
    const { queryClient } = suggestions();
    await screen.findByRole('button', { name: 'Add friend: Dora Vale 2' });
    const sentElsewhere = request(7, me, dora);
    const hear = (type: 'friend_request.sent' | 'friend_request.answered', data: object) =>
      act(async () => friendsLive[type]?.({ id: '1', type, data } as never, queryClient));
    await hear('friend_request.sent', { request: sentElsewhere });
    expect(await screen.findByRole('button', { name: 'Request sent to Dora Vale 2' })).toBeTruthy();
    await hear('friend_request.answered', { request_id: sentElsewhere.id, status: 'withdrawn' });
    expect(await screen.findByRole('button', { name: 'Add friend: Dora Vale 2' })).toBeTruthy();
  });
});
