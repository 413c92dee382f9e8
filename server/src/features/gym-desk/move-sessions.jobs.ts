import { z } from 'zod';
import { moveSession } from '#features/sessions/index.ts';
import { AppError } from '#platform/errors.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob } from '#platform/jobs/define.ts';

/** A busy gym has thousands of sessions ahead, and moving one tells its members: few enough that nobody waits for the transaction. */
export const MOVED_AT_ONCE = 50;

/** Moves the sessions that a change of hours had no time for. One that can't move any more stays; a repeat changes nothing. */
export const moveSessions = defineJob({
  name: 'move_sessions',
  queue: 'moves',
  payload: z.object({
    organization_id: z.uuid(),
    actor_id: z.uuid().nullable(),
    moves: z.array(z.object({ sessionId: z.uuid(), startsAt: z.iso.datetime(), gymId: z.uuid().optional() })),
  }),
  async run({ inside }, { organization_id: organizationId, actor_id: actorId, moves }) {
    const tenant = inside({ organizationId });
    for (let at = 0; at < moves.length; at += MOVED_AT_ONCE)
      await inTransaction(tenant, async (tx) => {
        for (const { sessionId, startsAt, gymId } of moves.slice(at, at + MOVED_AT_ONCE))
          await moveSession(tx, { organizationId, sessionId, startsAt: new Date(startsAt), gymId, actorId }).catch(
            (error: unknown) => {
              // Cancelled, moved or over by now, or the gym is closed then.
              if (!(error instanceof AppError)) throw error;
            },
          );
      });
  },
});
