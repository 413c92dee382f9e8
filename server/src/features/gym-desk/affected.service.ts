import type { AffectedSession, SessionDecisions } from '@spotter/contract/gyms/affected-sessions.ts';
import { actorOf, cancelSome, lockSessions, moveSession } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { enqueue } from '#platform/jobs/define.ts';
import type { Member } from '#platform/logins/callers.ts';
import { versionOf } from '#platform/versions.ts';
import { MOVED_AT_ONCE, moveSessions } from './move-sessions.jobs.ts';

/** How many affected sessions are shown. */
export const SHOWN = 200;

export const sessionsVersion = (sessions: readonly { id: string; starts_at: string }[]) =>
  versionOf(sessions.map(({ id, starts_at }) => [id, starts_at]));

export const shown = (affected: readonly AffectedSession[]) => ({
  version: sessionsVersion(affected),
  count: affected.length,
  results: affected.slice(0, SHOWN),
});

type Settling = {
  affected: readonly AffectedSession[];
  decisions: SessionDecisions | undefined;
  /** Where moved sessions go unless a choice says otherwise. */
  gymId?: string;
  /** Sessions beyond the first ones that move are moved by a job, a few seconds later. */
  canFollow: boolean;
};

/**
 * Does with the affected sessions what was decided, and tells their members. Sessions without a decision stay. Refuses
 * decisions about another list than the one there is now.
 */
export async function settleSessions(
  tx: Db,
  { caller }: MemberCtx,
  { affected, decisions, gymId, canFollow }: Settling,
) {
  const undecided = { kept: affected.length, moved: 0, cancelled: 0 };
  if (!decisions) return undecided;
  refuseOutdated(
    decisions.version,
    sessionsVersion(affected),
    fieldError('sessions', 'The affected sessions have changed. Look again before you save.'),
  );
  if (affected.length === 0) return undecided;
  const { organizationId } = caller;
  const actorId = actorOf(caller);
  const choices = new Map(decisions.choices.map((choice) => [choice.session_id, choice]));
  const ofSeries = new Map(decisions.series.map(({ series_id, action }) => [series_id, action]));
  const decided = affected.map((session) => {
    const choice = choices.get(session.id);
    const action = choice?.action ?? ofSeries.get(session.series_id ?? '') ?? decisions.others;
    return { session, choice, action };
  });
  const cancelled = decided.filter(({ action }) => action === 'cancel').map(({ session }) => session);
  const moved = decided.filter(({ action }) => action === 'move');
  lockSessions(tx, {
    organizationId,
    sessionIds: [...cancelled, ...moved.map(({ session }) => session)].map((s) => s.id),
  });
  await cancelSome(tx, {
    organizationId,
    sessions: cancelled.map(({ id, series_id, starts_at, timezone }) => ({
      id,
      seriesId: series_id,
      day: wallTimeOf(new Date(starts_at), timezone).slice(0, 10),
    })),
    reason: decisions.reason,
    actorId,
  });
  const moves = moved.map(({ session, choice }) => moveOf(caller, session, choice, gymId));
  // Times that somebody chose are judged before the answer.
  const [first, later] = canFollow ? splitMoves(moves) : [moves, []];
  for (const { sessionId, startsAt, gymId, field } of first)
    await moveSession(tx, { organizationId, sessionId, startsAt: new Date(startsAt), gymId, actorId, field });
  if (later.length > 0)
    await enqueue(tx, moveSessions, { organization_id: organizationId, actor_id: actorId, moves: later });
  return {
    kept: decided.length - cancelled.length - moved.length,
    moved: moved.length,
    cancelled: cancelled.length,
  };
}

type Choice = SessionDecisions['choices'][number];

function moveOf(caller: Member, session: AffectedSession, choice: Choice | undefined, gymId: string | undefined) {
  const field = `sessions.${session.id}`;
  const startsAt = choice?.start_time ?? session.moves_to;
  if (!startsAt) throw fail('validation_failed', fieldError(field, 'Choose another time'));
  const to = choice?.gym_id ?? gymId;
  if (to && !caller.managedGymIds.includes(to))
    throw fail('validation_failed', fieldError(field, 'Choose a location you manage'));
  return { sessionId: session.id, startsAt, gymId: to, field, isChosen: choice !== undefined };
}

function splitMoves<M extends { isChosen: boolean }>(moves: readonly M[]): [M[], M[]] {
  const chosen = moves.filter(({ isChosen }) => isChosen);
  const others = moves.filter(({ isChosen }) => !isChosen);
  return [[...chosen, ...others.slice(0, MOVED_AT_ONCE)], others.slice(MOVED_AT_ONCE)];
}
