import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { sayMeanwhile } from '#platform/outbox/told.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { answerWith } from '../../../testing/answers.ts';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import { runWrite } from '../cache/session-write.ts';
import { sessionsMeanwhile } from '../meanwhile.ts';
import type { SessionDetail } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { joinSession } from './spots.mutations.ts';

const queryClient = new QueryClient();
const context = { queryClient, reader: testUser('ana') };
const shown = () => queryClient.getQueryData<SessionDetail>(sessionKeys.detail(session.id));

const spies = () => ({
  failed: vi.spyOn(toasts, 'error'),
  warned: vi.spyOn(toasts, 'warning'),
  succeeded: vi.spyOn(toasts, 'success'),
  onLine: vi.spyOn(navigator, 'onLine', 'get'),
});

let session: SessionDetail;
let spy: ReturnType<typeof spies>;
let requests: ReturnType<typeof answerWith>;
let answer: () => Response | undefined;

beforeEach(async () => {
  spy = spies();
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  session = sessionDetail({ id: crypto.randomUUID() });
  queryClient.setQueryData(sessionKeys.detail(session.id), session);
  spy.onLine.mockReturnValue(false);
  answer = () => undefined;
  requests = answerWith(() => answer());
  await runWrite(context, joinSession, { session });
});
afterEach(() => {
  outbox.stop();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The connection is back, and the server gives this answer. */
async function answered(response: Response) {
  spy.onLine.mockReturnValue(true);
  answer = () => response;
  await outbox.sendAll();
  await vi.waitFor(() => expect(outbox.read()).toEqual([]));
}
const refusal = (code: string, error: string) => Response.json({ error, code }, { status: 400 });

test('waits without a connection, and is not shown as done', () => {
  expect(outbox.read()).toMatchObject([{ words: 'Join Leg day', state: 'waiting' }]);
  expect(shown()?.is_participant).toBe(false);
  expect(spy.failed).not.toHaveBeenCalled();
});

test('is sent once when the connection is back', async () => {
  await answered(Response.json({ ...session, is_participant: true }));
  expect(requests.map(({ path }) => path)).toEqual([`/sessions/${session.id}/join/`]);
  expect(shown()?.is_participant).toBe(true);
  expect(spy.succeeded).toHaveBeenCalledExactlyOnceWith("You're in for Leg day.", expect.anything());
});

test('offers the waitlist when the session filled up meanwhile', async () => {
  await answered(refusal('session_full', 'Session is full'));
  expect(spy.warned).toHaveBeenLastCalledWith(
    'Leg day filled up while you were away',
    expect.objectContaining({
      text: 'Join the waitlist?',
      action: expect.objectContaining({ label: 'Join waitlist' }),
    }),
  );
});

test('names the session that refuses it', async () => {
  sayMeanwhile(sessionsMeanwhile);
  await answered(refusal('session_cancelled', 'This session was cancelled.'));
  expect(spy.failed).toHaveBeenCalledExactlyOnceWith(
    'Not saved: Join Leg day',
    expect.objectContaining({ text: 'The session was cancelled while you were away.' }),
  );
});

test('stays silent when the first try had succeeded', async () => {
  await answered(refusal('already_joined', "You're already in this session!"));
  expect(spy.failed).not.toHaveBeenCalled();
});
