import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateSession as updateSessionEndpoint } from '@spotter/contract/sessions/sessions.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { tellSessionChange } from './changes/changed-session.events.ts';
import { wantedValues } from './changes/requested-fields.service.ts';
import { type Changes, setValues, valuesOf } from './changes/session-fields.service.ts';
import { readSession } from './detail/session-detail.service.ts';
import { beginRepeating, refuseRuleOfOne } from './series/series-begin.service.ts';
import { updateSeries } from './series/series-update.service.ts';
import { actorOf, keyOf, lockSession, refuseNonHosts, refuseOver } from './session-access.service.ts';
import type { SessionKey, SessionRow } from './session-lock.repo.ts';
import { refuseTime } from './session-refusals.service.ts';
import { readerOf } from './sessions.read.ts';
import * as repo from './sessions.write.ts';

const onlyOnce = "Sessions for invited people only can't repeat";

type Body = ParsedInput<typeof updateSessionEndpoint>['body'];

export async function updateSession(
  ctx: MemberCtx,
  sessionId: string,
  { scope, repeat_rule: rule, invite_only, ...changes }: Body,
) {
  const { caller } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    const isForSeries = scope !== 'this' || rule !== undefined;
    const { series, start_time, is_participant: isIn } = await refuseNonHosts(tx, caller, sessionId, isForSeries);
    const ofSeries = series && scope !== 'this';
    if (invite_only && (series || typeof rule === 'string'))
      throw fail('validation_failed', fieldError('invite_only', onlyOnce));
    if (series && !ofSeries && rule !== undefined) refuseRuleOfOne(rule, series, new Date(start_time.utc));
    if (ofSeries) await updateSeries(tx, caller, { seriesId: series.id, sessionId, scope, changes, rule });
    else {
      const session = await lockSession(tx, { organizationId, sessionId });
      await updateOne(tx, ctx, { session, isIn, changes, rule: series ? null : rule, inviteOnly: invite_only });
    }
    const updated = await readSession(readsOf(tx), readerOf(ctx), sessionId);
    if (!updated) throw fail('session_not_found');
    return updated;
  });
}

type One = {
  session: SessionRow;
  isIn: boolean;
  changes: Changes;
  rule: string | null | undefined;
  inviteOnly: boolean | undefined;
};

async function updateOne(tx: Db, { caller, language }: MemberCtx, one: One): Promise<void> {
  const { session, isIn, changes, rule, inviteOnly } = one;
  refuseOver(session);
  const isForAudience = inviteOnly !== undefined && inviteOnly !== session.invite_only;
  // A manager who isn't in it could join then, and read its chat.
  if (isForAudience && !inviteOnly && !isIn)
    throw fail('access_denied', fieldError('invite_only', 'Only the people in it can let others join.'));
  if (typeof rule === 'string' && (inviteOnly ?? session.invite_only))
    throw fail('validation_failed', fieldError('repeat_rule', onlyOnce));
  const wanted = await wantedValues(tx, caller, session, changes);
  if (isForAudience) await repo.setInviteOnly(tx, keyOf(session), inviteOnly);
  const { changed, left } = await setValues(tx, session, wanted);
  const reason =
    typeof rule === 'string' ? await beginRepeating(tx, { session, wanted, text: rule, language }) : undefined;
  await tellSessionChange(tx, {
    ...keyOf(session),
    actorId: actorOf(caller),
    changed: [...changed, ...(reason ? ['series_id'] : []), ...(isForAudience ? ['invite_only'] : [])],
    // Members of the gym who no longer see it hear of that.
    left: isForAudience && inviteOnly ? session.gym_id : left,
    reason,
  });
}

type Moving = SessionKey & {
  startsAt: Date;
  /** Another gym it moves to. */
  gymId?: string | undefined;
  actorId: string | null;
  /** The request field that carried the time. */
  field?: string;
  /** Also when the gym is closed then. */
  anyTime?: boolean;
};

/** Moves one session, which keeps its length, and notifies its members. */
export async function moveSession(
  tx: Db,
  { startsAt, gymId, actorId, field = 'start_time', anyTime = false, ...key }: Moving,
): Promise<void> {
  const session = await lockSession(tx, key);
  refuseOver(session);
  const { duration_minutes: minutes, now } = session;
  const gym_id = gymId ?? session.gym_id;
  if (!anyTime)
    await refuseTime(tx, { organizationId: key.organizationId, gymId: gym_id, startsAt, minutes, now, field });
  const { changed, left } = await setValues(tx, session, { ...valuesOf(session), gym_id, startsAt });
  await tellSessionChange(tx, { ...key, actorId, changed, left });
}
