import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '#platform/toasts/toasts.tsx';
import { answerWith } from '../../../testing/answers.ts';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import { runMutation } from '../cache/session-mutation.ts';
import type { SessionDetail } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { joinQueue } from './join-queue.ts';
import { joinSession } from './spots.mutations.ts';

const queryClient = new QueryClient();
const context = { queryClient, reader: testUser('ana') };
const shown = () => queryClient.getQueryData<SessionDetail>(sessionKeys.detail(session.id));

const spies = () => ({
  failed: vi.spyOn(toasts, 'error'),
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
  await runMutation(context, joinSession, { session });
});
afterEach(() => {
  joinQueue.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The connection is back, and the server gives this answer. */
async function answered(response: Response) {
  spy.onLine.mockReturnValue(true);
  answer = () => response;
  joinQueue.sendAll(queryClient);
  await vi.waitFor(() => expect(joinQueue.read()).toEqual([]));
}
const refusal = (code: string, error: string) => Response.json({ error, code }, { status: 400 });

test('queues a join without a connection, and shows it as pending', () => {
  expect(joinQueue.read()).toMatchObject([{ chatId: session.id, content: 'this', state: 'waiting' }]);
  expect(shown()?.is_participant).toBe(false);
  expect(spy.failed).not.toHaveBeenCalled();
});

test('sends the join once when the connection is back', async () => {
  await answered(Response.json({ ...session, is_participant: true }));
  expect(requests.map(({ path }) => path)).toEqual([`/sessions/${session.id}/join/`]);
  expect(shown()?.is_participant).toBe(true);
  expect(spy.succeeded).toHaveBeenCalledExactlyOnceWith("You're in for Leg day.", expect.anything());
});

test('tells the member when the session filled up meanwhile', async () => {
  await answered(refusal('session_full', 'Session is full'));
  const told = { id: `spot-${session.id}`, text: 'Session is full' };
  expect(spy.failed).toHaveBeenCalledExactlyOnceWith("Couldn't add you to Leg day", told);
});

test('stays silent when the first try had succeeded', async () => {
  await answered(refusal('already_joined', "You're already in this session!"));
  expect(spy.failed).not.toHaveBeenCalled();
});
