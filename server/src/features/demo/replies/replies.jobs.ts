import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { defineJob, enqueue, type JobCtx } from '#platform/jobs/define.ts';
import type { Occasion } from './replies.repo.ts';
import { giveReply, type Reply, showTyping } from './replies.service.ts';

const ReplyPayload = z.object({
  occasion: z.enum(['chat', 'session', 'proposal', 'friend_request', 'invite']),
  organizationId: z.string(),
  visitorId: z.string(),
  id: z.string(),
  nonce: z.string(),
});

/** The queue looks for due jobs every two seconds, so these become two to six. */
const soon = (now: Date, least: number, most: number) => new Date(now.getTime() + randomInt(least, most));

/** A visitor may have left, blocked or deleted what this was about: then nobody answers. */
async function unlessRefused(work: () => Promise<unknown>, { log }: JobCtx): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ code: error.code }, 'a scripted reply was refused');
  }
}

export const giveDemoReply = defineJob({
  name: 'give_demo_reply',
  payload: ReplyPayload,
  maxAttempts: 2,
  run: (ctx, reply) =>
    unlessRefused(async () => {
      const hasAnswered = await giveReply(ctx, reply);
      // A visitor may have invited several at once, who answer one after another.
      if (hasAnswered && reply.occasion === 'invite') await queueReply(ctx.db, reply.occasion, reply, ctx.now);
    }, ctx),
});

export const showDemoTyping = defineJob({
  name: 'show_demo_typing',
  payload: ReplyPayload,
  maxAttempts: 2,
  run: (ctx, reply) =>
    unlessRefused(async () => {
      if (await showTyping(ctx, reply))
        await enqueue(ctx.db, giveDemoReply, reply, { runAt: soon(ctx.now, 1000, 2000) });
    }, ctx),
});

/** Lets a person of the demo answer in a few seconds; in a chat they are seen typing first. */
export async function queueReply(db: Db, occasion: Occasion, about: Omit<Reply, 'occasion' | 'nonce'>, now: Date) {
  const reply = { ...about, occasion, nonce: newId() };
  if (occasion === 'chat') await enqueue(db, showDemoTyping, reply, { runAt: soon(now, 300, 1000) });
  else await enqueue(db, giveDemoReply, reply, { runAt: soon(now, 1500, 3500) });
}
