import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { sendHeldChanges } from '#platform/undo/held-changes.ts';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { TrainTogether } from './train-together.tsx';

const day = (ahead: number) => new Date(Date.UTC(2099, 0, 5 + ahead, 7)).toISOString();
const times = {
  gym: { id: 'gym', name: 'Barangaroo', timezone: 'Australia/Sydney' },
  ...{ people: 1, workout_type: 'strength', duration_minutes: 60, request_waits: false },
  times: [0, 1, 2].map((ahead) => ({ start_time: day(ahead), basis: 'open', can_come: 0 })),
};

let answer: object;
/** The server can't take an invitation now. */
let isAway: boolean;
let requests: ReturnType<typeof signIn>;
const posts = () => requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  isAway = false;
  answer = times;
  requests = signIn(
    () => person(),
    ({ method, path }) => {
      if (path !== '/users/tilly/train-together/') return undefined;
      if (method === 'GET') return Response.json(answer);
      if (isAway) return Response.json({ code: 'unavailable', error: 'Try again.' }, { status: 503 });
      return Response.json({ conversation_id: 'chat', session: {} });
    },
  );
});
afterEach(async () => {
  await act(() => sendHeldChanges());
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onMessage = vi.fn();
const nothing = () => {};
const show = () =>
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <SignedIn>
          <TrainTogether
            company={{ userId: 'tilly', firstName: 'Tilly' }}
            {...{ onMessage, onInvite: nothing, onSent: nothing, onOther: nothing }}
          />
        </SignedIn>
      }
    />,
  );

const checked = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('value'));
const tile = (ahead: number) =>
  screen.getAllByRole('checkbox').find((box) => box.getAttribute('value') === day(ahead)) as HTMLElement;

test('says before anything is sent that the first message still waits for an answer', async () => {
  answer = { ...times, request_waits: true };
  show();
  expect(await screen.findByText("Tilly hasn't answered yet")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invite Tilly' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Open chat' }));
  expect(onMessage).toHaveBeenCalledOnce();
});

test('keeps the chosen times and workout when the reader comes back', async () => {
  const first = show();
  await screen.findByRole('button', { name: 'Invite Tilly' });
  fireEvent.click(tile(2));
  fireEvent.click(tile(0));
  fireEvent.click(screen.getByRole('button', { name: 'Cardio' }));
  first.unmount();
  show();
  await screen.findByRole('button', { name: 'Invite Tilly' });
  expect(checked()).toEqual([day(2)]);
  expect(screen.getByRole('button', { name: 'Cardio' }).getAttribute('aria-pressed')).toBe('true');
});

test('invites once while an invitation can still be undone, and starts afresh when it is sent', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Invite Tilly' }));
  expect(await screen.findByText('Your invitation to Tilly is on its way.')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Invite Tilly' }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(tile(2));
  await act(() => sendHeldChanges());
  await waitFor(() => expect(screen.queryByText('Your invitation to Tilly is on its way.')).toBeNull());
  expect(posts()).toHaveLength(1);
});

test('says that an invitation was sent which had to wait for the server', async () => {
  const sent = vi.spyOn(toasts, 'longSuccess');
  isAway = true;
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Invite Tilly' }));
  await act(() => sendHeldChanges());
  await waitFor(() => expect(outbox.read()).toMatchObject([{ name: 'trainTogether', state: 'waiting' }]));
  expect(sent).not.toHaveBeenCalled();
  isAway = false;
  const [waiting] = outbox.read();
  await act(() => outbox.retry(waiting?.id ?? ''));
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith('Invitation sent to Tilly', expect.anything()));
});
