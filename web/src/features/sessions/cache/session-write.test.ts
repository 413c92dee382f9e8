import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, noAnswer } from '#platform/api/api-error.ts';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { answerWith } from '../../../testing/answers.ts';
import { sessionDetail, testUser } from '../../../testing/session.ts';
import type { SessionDetail, SessionPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { sessionQuery } from '../sessions.queries.ts';
import { joinedByReader, leftByReader } from './session-patches.ts';
import { runWrite, type SessionWrite, sessionWrite } from './session-write.ts';

afterEach(() => {
  outbox.stop();
  toast.remove();
  vi.unstubAllGlobals();
});

/** A session shown on its own page, in a list, and in a paged list. */
function screen() {
  const session = sessionDetail();
  const queryClient = new QueryClient();
  const page: SessionPage = { count: 1, next: null, previous: null, results: [session] };
  queryClient.setQueryData(sessionKeys.detail(session.id), session);
  queryClient.setQueryData(sessionKeys.list('today'), page);
  queryClient.setQueryData(sessionKeys.list('my', 'upcoming'), { pages: [page], pageParams: [undefined] });
  const shown = () => [
    queryClient.getQueryData<SessionDetail>(sessionKeys.detail(session.id)),
    queryClient.getQueryData<SessionPage>(sessionKeys.list('today'))?.results[0],
    queryClient.getQueryData<{ pages: SessionPage[] }>(sessionKeys.list('my', 'upcoming'))?.pages[0]?.results[0],
  ];
  return {
    session,
    context: { queryClient, reader: testUser('ana') },
    isIn: () => shown().map((one) => one?.is_participant),
  };
}

type Tested = SessionWrite<{ session: SessionDetail }, unknown>;

const joinWith = (send: Tested['send']): Tested =>
  sessionWrite({
    name: 'joinSession',
    words: () => 'Join',
    send,
    patch: (_variables, { reader }) => joinedByReader(reader),
    failureText: 'You were not added.',
  });

const leaveWith = (send: Tested['send']): Tested =>
  sessionWrite({
    name: 'leaveSession',
    words: () => 'Leave',
    send,
    patch: (_variables, { reader }) => leftByReader(reader.id),
    failureText: "You're still in.",
  });

test('shows a change at once in every list and keeps it', async () => {
  const { session, context, isIn } = screen();
  const answer = Promise.withResolvers<string>();
  const done = runWrite(
    context,
    joinWith(() => answer.promise),
    { session },
  );
  expect(isIn()).toEqual([true, true, true]);
  answer.resolve('ok');
  expect(await done).toBe('ok');
  expect(isIn()).toEqual([true, true, true]);
});

test('a read that starts meanwhile does not undo what is shown, and happens once the answer is there', async () => {
  const { session, context, isIn } = screen();
  const { queryClient } = context;
  const answer = Promise.withResolvers<string>();
  const requests = answerWith(() => Response.json({ ...session, is_participant: true }));
  const leave = new QueryObserver(queryClient, {
    ...sessionQuery(queryClient, session.id),
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  const done = runWrite(
    context,
    joinWith(() => answer.promise),
    { session },
  );
  void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect(requests).toEqual([]);
  expect(isIn()).toEqual([true, true, true]);
  answer.resolve('ok');
  await done;
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(requests[0]?.path).toBe(`/sessions/${session.id}/`);
  leave();
});

test('reverts only its own change when the server refuses', async () => {
  const { session, context, isIn } = screen();
  const refusal = new ApiError({ status: 409, code: 'x', message: 'No.', body: { error: 'No.' } });
  const answer = Promise.withResolvers<string>();
  const done = runWrite(
    context,
    joinWith(() => answer.promise),
    { session },
  );
  const other = sessionDetail({ id: 'other', is_participant: true });
  context.queryClient.setQueryData<SessionPage>(
    sessionKeys.list('today'),
    (page) => page && { ...page, results: [...page.results, other] },
  );
  answer.reject(refusal);
  expect(await done).toBeNull();
  expect(isIn()).toEqual([false, false, false]);
  expect(context.queryClient.getQueryData<SessionPage>(sessionKeys.list('today'))?.results).toHaveLength(2);
});

test('sends one request for a double tap, even when the answer lands in between', async () => {
  vi.useFakeTimers();
  const { session, context } = screen();
  const send = vi.fn(async () => 'ok');
  const first = runWrite(context, joinWith(send), { session });
  expect(await runWrite(context, joinWith(send), { session })).toBeNull();
  await first;
  expect(await runWrite(context, joinWith(send), { session })).toBeNull();
  expect(send).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(500);
  expect(await runWrite(context, joinWith(send), { session })).toBe('ok');
  vi.useRealTimers();
});

test('waits after a lost answer, shows nothing as done meanwhile, and is sent again with the same key', async () => {
  vi.useFakeTimers();
  const { session, context, isIn } = screen();
  const keys: string[] = [];
  const join = joinWith(async (_variables, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    if (keys.length === 1) throw noAnswer();
  });
  expect(await runWrite(context, join, { session })).toBeNull();
  expect([outbox.read()[0]?.state, isIn()]).toEqual(['waiting', [false, false, false]]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await runWrite(context, join, { session })).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([outbox.read(), isIn()]).toEqual([[], [true, true, true]]);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  vi.useRealTimers();
});

test('shows a second change at once and sends it after the first is answered', async () => {
  vi.useFakeTimers();
  const { session, context, isIn } = screen();
  const first = Promise.withResolvers<string>();
  const sent: string[] = [];
  const join = joinWith(() => {
    sent.push('join');
    return first.promise;
  });
  const leave = leaveWith(async () => sent.push('leave'));
  const joining = runWrite(context, join, { session });
  vi.advanceTimersByTime(500);
  const leaving = runWrite(context, leave, { session });
  expect(isIn()).toEqual([false, false, false]);
  await vi.waitFor(() => expect(sent).toEqual(['join']));
  first.resolve('ok');
  await Promise.all([joining, leaving]);
  expect(sent).toEqual(['join', 'leave']);
  expect(isIn()).toEqual([false, false, false]);
  vi.useRealTimers();
});

test('accepts Undo as soon as the toast is visible', async () => {
  const { session, context } = screen();
  await runWrite(
    context,
    joinWith(async () => 'ok'),
    { session },
  );
  const leave = leaveWith(async () => 'undone');
  expect(await runWrite(context, leave, { session }, true)).toBe('undone');
  expect(
    await runWrite(
      context,
      joinWith(async () => 'again'),
      { session },
    ),
  ).toBe('again');
});
