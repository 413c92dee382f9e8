import { notification } from '#features/notifications/index.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, laterToday } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import { JsonText, type MemberCtx } from '#platform/http/handlers.ts';
import { readerOf } from '../sessions.read.ts';
import * as repo from './finish.repo.ts';

export async function listFinishes(ctx: MemberCtx): Promise<JsonText> {
  return new JsonText(`{"results":${await repo.listFinishes(ctx.read, readerOf(ctx))}}`);
}

/** To everyone else who came, each told once: a second tap changes nothing and tells no one. */
export function giveKudos(ctx: MemberCtx, id: string): Promise<JsonText> {
  const { organizationId, userId, gymIds } = ctx.caller;
  return ctx.tx(async (tx) => {
    const given = await repo.recordKudos(tx, { organizationId, userId, gymIds, id });
    if (!given) throw fail('session_not_found');
    if (!given.is_in) throw fail('not_a_participant');
    if (!given.is_open) throw fail('kudos_closed');
    if (given.is_new) {
      const secondsLeft = await ctx.limits.takeDaily(tx, 'kudos', userId);
      if (secondsLeft !== null) throw laterToday('You can give more kudos', secondsLeft);
      const about = { organizationId, to: given.to, actorId: userId, sessionId: id, fold: `kudos:${id}` };
      tell(tx, notification({ ...about, kind: 'kudos' }));
    }
    return finishText(await repo.listFinishes(readsOf(tx), readerOf(ctx)), id);
  });
}

/** One of the finishes; it was open when the kudos were given, a moment ago. */
function finishText(finishes: string, id: string): JsonText {
  const found = JSON.parse(finishes).find(({ session }: { session: { id: string } }) => session.id === id);
  if (!found) throw fail('kudos_closed');
  return new JsonText(JSON.stringify(found));
}
