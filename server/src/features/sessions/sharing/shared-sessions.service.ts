import { befriendReferrer } from '#features/friends/index.ts';
import { enteredGym, enterGym, giveGym, organizationOf } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { type Caller, readCaller } from '#platform/logins/callers.ts';
import { readSession } from '../detail/session-detail.service.ts';
import { readerOf } from '../sessions.read.ts';
import { takeSpot } from '../taking/take-spots.service.ts';
import { findSharedPlace, readSharedSession } from './shared-sessions.repo.ts';

type Asked = { token: string; referrerCode: string | undefined };

export async function getSharedSession(ctx: Ctx<Caller | null>, { token, referrerCode }: Asked) {
  const { caller } = ctx;
  const reader = {
    userId: caller?.userId ?? null,
    organizationId: caller?.organizationId ?? null,
    zone: ctx.zone,
  };
  const shared = await readSharedSession(ctx.read, token, reader, referrerCode);
  if (!shared) throw fail('shared_session_not_found');
  ctx.guessedRight();
  return shared;
}

/** Throws unless the link is valid; checked before any costly work for a stranger. */
export async function refuseUnknownShareToken(db: Db, token: string): Promise<void> {
  if (!(await findSharedPlace(readsOf(db), token, null))) throw fail('shared_session_not_found');
}

type Entry = { userId: string; token: string; referrerCode: string | undefined };

/**
 * Gives the caller access to the shared session's gym, takes a spot if there is one, and makes them friends with the
 * member who shared the link. When there is no spot, `reason` says why; the caller decides what follows.
 */
export async function enterByShareToken(tx: Db, { userId, token, referrerCode }: Entry) {
  const spot = await findSharedPlace(readsOf(tx), token, userId);
  if (!spot) throw fail('shared_session_not_found');
  const { organizationId, sessionId } = spot;
  const isNew = (await organizationOf(tx, userId)) !== organizationId;
  await (isNew ? enterGym : giveGym)(tx, { ...spot, userId });
  const reason = await takeSpot(tx, { organizationId, sessionId, userId });
  const friendAdded = referrerCode
    ? await befriendReferrer(tx, { organizationId, userId, referrerCode, isNew })
    : false;
  if (isNew) enteredGym(tx, { userId, organizationId });
  return { organizationId, sessionId, reason, friendAdded };
}

export async function joinByToken(ctx: Ctx, body: { share_token: string; referrer_code?: string | undefined }) {
  const { caller } = ctx;
  const answer = await ctx.tx(async (tx) => {
    const { organizationId, sessionId, reason, friendAdded } = await enterByShareToken(tx, {
      userId: caller.userId,
      token: body.share_token,
      referrerCode: body.referrer_code,
    });
    if (reason) throw fail(reason);
    // Read again: the caller may have gained access to the gym just now.
    const entered = await readCaller(readsOf(tx), caller);
    if (!entered) throw fail('token_invalid');
    const reader = readerOf({ caller: { ...entered.caller, organizationId }, zone: ctx.zone });
    const session = await readSession(readsOf(tx), reader, sessionId);
    if (!session) throw fail('shared_session_not_found');
    return { session, friend_added: friendAdded };
  });
  ctx.rightsChanged(caller.userId);
  ctx.guessedRight();
  return answer;
}
