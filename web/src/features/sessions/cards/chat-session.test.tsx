import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useLogin } from '#platform/login/use-login.ts';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { answerWith, person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import type { SessionDetail } from '../session.ts';
import { sessionsLive } from '../sessions.realtime.ts';
import { ChatSession } from './chat-session.tsx';

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const timeAt = (hours: number) => ({ utc: at(hours), local: at(hours), timezone: 'UTC', relative: 'soon' });
const tomorrow = { start_time: timeAt(24), end_time: timeAt(25) };
const shared = {
  id: 'leg-day',
  title: 'Leg day',
  workout_type: 'strength' as const,
  start_time: at(24),
  gym_name: 'Barangaroo',
};

let session: SessionDetail;
let proposals: object[];
let requests: ReturnType<typeof answerWith>;
beforeEach(() => {
  session = sessionDetail(tomorrow);
  proposals = [];
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  localStorage.setItem('access_token', 'access');
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  requests = answerWith(({ method, path }) => {
    if (path === '/users/me/') return Response.json(person());
    if (path.startsWith('/sessions/leg-day/proposals/')) return Response.json({ results: proposals });
    if (method === 'GET') return path === '/sessions/leg-day/' ? Response.json(session) : undefined;
    const is_participant = path.endsWith('/join/');
    return Response.json({ ...session, is_participant, is_waitlisted: path.endsWith('/waitlist/') });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

function SignedIn({ card }: { card: typeof shared | null }) {
  return useLogin().user ? <ChatSession shared={card} onOpen={() => {}} /> : null;
}

const show = (card: typeof shared | null = shared) =>
  renderAt('/here', <Route path="/here" element={<SignedIn card={card} />} />);
/** Later than the second press of a double tap, however quick the machine is. */
const afterDoubleTap = () => {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1000);
};
const sent = () => requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);

describe('a session card in a chat', () => {
  test('is joined with one tap', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Join Leg day' }));
    expect(await screen.findByText(/You're in/)).toBeTruthy();
    expect(sent()).toEqual(['/sessions/leg-day/join/']);
  });

  test('gives an invited member three answers, and takes the time they choose', async () => {
    const other = at(48);
    session = sessionDetail({
      ...tomorrow,
      can_decline: true,
      can_propose: true,
      invite_only: true,
      other_times: [other],
    });
    show();
    expect(await screen.findByText("You're invited")).toBeTruthy();
    const accept = "Accept Ben's invitation to Leg day";
    for (const name of [accept, 'Another time for Leg day', "Decline Ben's invitation to Leg day"])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    fireEvent.click(screen.getAllByRole('radio')[1]!);
    fireEvent.click(screen.getByRole('button', { name: accept }));
    expect(await screen.findByText(/You're in/)).toBeTruthy();
    await waitFor(() => {
      const [join] = requests.filter(({ method }) => method !== 'GET');
      expect([join?.path, join?.body]).toEqual(['/sessions/leg-day/join/', { scope: 'this', start_time: other }]);
    });
  });

  test('says which time an invited member proposed instead of asking again', async () => {
    session = sessionDetail({
      ...tomorrow,
      can_decline: true,
      can_propose: true,
      invite_only: true,
      open_proposals: 1,
    });
    proposals = [
      { id: 'later', status: 'pending', proposer: testUser(person().id), proposed_time: { ...timeAt(48) } },
      { id: 'old', status: 'withdrawn', proposer: testUser(person().id), proposed_time: { ...timeAt(30) } },
    ];
    show();
    expect((await screen.findByText(/^You proposed/)).textContent).toMatch(/, waiting for Ben$/);
    expect(screen.queryByRole('button', { name: /^(Accept|Another time|Decline)/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: "Change answer to Ben's invitation to Leg day" }));
    expect(screen.getByRole('button', { name: /^Accept/ })).toBeTruthy();
  });

  test('shows the spots that live events report', async () => {
    const { queryClient } = show();
    expect(await screen.findByText('8 spots left')).toBeTruthy();
    const user = testUser('dana');
    const data = { session_id: 'leg-day', user, current_participants: 3, available_spots: 7, waitlist_count: 0 };
    await act(async () =>
      sessionsLive['session.joined']?.({ id: '1', type: 'session.joined', data } as never, queryClient),
    );
    expect(await screen.findByText('7 spots left')).toBeTruthy();
  });

  test('tells a participant that a spot is on offer, which is not full', async () => {
    const onOffer = { available_spots: 0, current_participants: 9, waitlist_count: 1, can_join: false };
    session = sessionDetail({ ...tomorrow, ...onOffer, is_participant: true });
    show();
    expect(await screen.findByText("You're in · spot on offer")).toBeTruthy();
  });

  test('offers the waitlist of a full session', async () => {
    const full = { available_spots: 0, current_participants: 10, waitlist_count: 2, can_wait: true };
    session = sessionDetail({ ...tomorrow, ...full, can_join: false, cannot_join_reason: 'session_full' });
    show();
    expect(await screen.findByText('This session is full · 2 on the waitlist')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join waitlist' })).toBeTruthy();
  });

  test('says who may wait for a full session when the reader may not', async () => {
    session = sessionDetail({
      ...{ ...tomorrow, available_spots: 0, can_join: false, cannot_join_reason: 'session_full' },
      fitness_level_min: 'advanced',
    });
    show();
    expect(await screen.findByText('This session is full · Only advanced members can join the waitlist.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join waitlist' })).toBeNull();
  });

  test('takes back that the session is full once the member is on its waitlist', async () => {
    const full = { available_spots: 0, can_join: false, cannot_join_reason: 'session_full', can_wait: true } as const;
    answerWith(({ path }) => {
      if (path === '/users/me/') return Response.json(person());
      if (path.endsWith('/join/')) {
        session = { ...session, ...full };
        return Response.json({ error: 'Session is full', code: 'session_full' }, { status: 400 });
      }
      if (path.endsWith('/waitlist/')) session = { ...session, is_waitlisted: true };
      return path.startsWith('/sessions/leg-day/') ? Response.json(session) : undefined;
    });
    renderAt(
      '/here',
      <Route
        path="/here"
        element={
          <>
            <SignedIn card={shared} />
            <Toaster />
          </>
        }
      />,
    );
    const button = await screen.findByRole('button', { name: 'Join Leg day' });
    afterDoubleTap();
    fireEvent.click(button);
    // With the pointer on it, it doesn't go by itself.
    fireEvent.mouseEnter((await screen.findByText('Session is full')).closest('[data-toasts]')!);
    const onCard = await waitFor(() => {
      const join = screen
        .getAllByRole('button', { name: 'Join waitlist' })
        .find((one) => !one.closest('[data-toasts]'));
      return join ?? expect.fail('The card has no button');
    });
    afterDoubleTap();
    fireEvent.click(onCard);
    await screen.findByRole('button', { name: 'Leave waitlist' });
    await waitFor(() => expect(screen.queryByText('Session is full')).toBeNull());
  });

  test.each([
    ['This session was cancelled', { ...tomorrow, status: 'cancelled' as const }],
    ['This session is over', { start_time: timeAt(-3), end_time: timeAt(-2) }],
  ])('says "%s" and offers nothing', async (words, over) => {
    session = sessionDetail({ ...over, can_join: false });
    show();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  test.each(['is not for the reader', 'was lost since'])('tells nothing of a session that %s', async (why) => {
    if (why !== 'is not for the reader')
      answerWith(({ path }) =>
        path === '/users/me/'
          ? Response.json(person())
          : Response.json({ code: 'session_not_found', error: 'Not found' }, { status: 404 }),
      );
    show(why === 'is not for the reader' ? null : shared);
    expect(await screen.findByText("This session isn't available to you.")).toBeTruthy();
    expect(document.body.textContent).not.toContain('Leg day');
  });
});
