import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { updateSeries } from './series.update.ts';
import { actorOf, knownAs, lockSession, refuseOver, refuseStrangers } from './session-access.ts';
import { changeEffects } from './session-changes.ts';
import { refuseTime } from './session-checks.ts';
import { type Changes, type SessionRow, setValues, valuesOf } from './session-values.ts';
import { wantedValues } from './session-wanted.ts';
import { readSession } from './sessions.detail.ts';
import { type Effect, inOrder } from './sessions.events.ts';
import { readerOf } from './sessions.service.ts';

type Member = Caller & { organizationId: string };
type MemberCtx = Ctx<Member>;
type Known = { organizationId: string; sessionId: string };

export async function updateSession(
  ctx: MemberCtx,
  sessionId: string,
  { scope, ...changes }: Changes & { scope: 'this' | 'following' | 'all' },
  inOwnZone: boolean,
) {
  const { caller } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    const { series_id: seriesId } = await refuseStrangers(tx, caller, sessionId);
    const effects =
      seriesId && scope !== 'this'
        ? await updateSeries(tx, caller, { seriesId, sessionId, scope, changes })
        : await updateOne(tx, caller, await lockSession(tx, { organizationId, sessionId }), changes);
    const updated = await readSession(readsOf(tx), readerOf(caller, inOwnZone), sessionId);
    if (!updated) throw fail('session_not_found');
    await inOrder(effects);
    return updated;
  });
}

async function updateOne(tx: Db, caller: Member, session: SessionRow, changes: Changes): Promise<Effect[]> {
  refuseOver(session);
  const wanted = await wantedValues(tx, caller, session, changes);
  const { changed, left, effects } = await setValues(tx, session, wanted);
  const told = await changeEffects(tx, { ...knownAs(session), actorId: actorOf(caller), changed, left });
  return [...told, ...effects];
}

type Moving = Known & {
  startsAt: Date;
  actorId: string | null;
  /** Which field of the call the time came in. */
  field?: string;
};

/** Moves one session, which keeps its length. Answers what tells everybody, to be called last. */
export async function moveSession(
  tx: Db,
  { startsAt, actorId, field = 'start_time', ...known }: Moving,
): Promise<Effect[]> {
  const session = await lockSession(tx, known);
  refuseOver(session);
  const { gym_id: gymId, duration_minutes: minutes, now } = session;
  await refuseTime(tx, { organizationId: known.organizationId, gymId, startsAt, minutes, now, field });
  const { changed } = await setValues(tx, session, { ...valuesOf(session), startsAt });
  return changeEffects(tx, { ...known, actorId, changed });
}
