import { randomInt } from 'node:crypto';
import { sendOnce, sendTyping } from '#features/conversations/index.ts';
import { acceptFriendRequest } from '#features/friends/index.ts';
import { acceptProposal, declineSession, joinSession, sendSessionMessage } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { AppError } from '#platform/errors.ts';
import { type Answering, inTransaction } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import type { JobCtx } from '#platform/jobs/define.ts';
import { noLimits } from '#platform/limits.ts';
import { createAccessTokens } from '#platform/logins/access-tokens.ts';
import type { Member } from '#platform/logins/callers.ts';
import { findReplier, type Occasion, readScripted } from './replies.repo.ts';
import { chatReplies, sessionReplies } from './replies.words.ts';

export type Reply = {
  occasion: Occasion;
  organizationId: string;
  visitorId: string;
  /** The conversation, the session, the member who was asked, or the visitor who invited others. */
  id: string;
  /** So that a reply whose job ran twice is sent once. */
  nonce: string;
};

const one = (sentences: readonly string[]) => sentences[randomInt(sentences.length)]!;

/** The services answer a scripted person as they answer a signed-in one. */
function contextOf({ inside, config, log, now }: JobCtx, caller: Member): MemberCtx {
  const db = inside({ organizationId: caller.organizationId, emulatedBy: null });
  const tx = <W, T>(work: (tx: Db) => Promise<W>, answer?: (tx: Db, made: W) => Promise<T>, options?: Answering) =>
    answer ? inTransaction(db, work, answer, options) : inTransaction<W | T>(db, work);
  return {
    ...{ db, read: readsOf(db), tx: tx as MemberCtx['tx'], caller, now, log, config, limits: noLimits },
    ...{ requestId: 'demo-reply', ip: '127.0.0.1', userAgent: '', language: null, zone: null },
    accessTokens: createAccessTokens(config.TOKEN_SECRET),
    offload: () => Promise.reject(new Error('A scripted person runs no tasks.')),
    behind: (_gate, work) => work(),
    rightsChanged: () => {},
    guessedRight: () => {},
  };
}

/** The person who answers, ready to act; null if nobody does, or the demo is over. */
async function replierTo(jobs: JobCtx, { occasion, organizationId, visitorId, id }: Reply) {
  const found = await findReplier(jobs.db, occasion, { organizationId, visitorId, id });
  const caller = found && (await readScripted(jobs.db, { organizationId, userId: found.replier }));
  return found && caller ? { about: found.about, ctx: contextOf(jobs, caller) } : null;
}

/** Says whether somebody is going to answer. */
export async function showTyping(jobs: JobCtx, reply: Reply): Promise<boolean> {
  const replier = await replierTo(jobs, reply);
  if (replier) await sendTyping(replier.ctx, replier.about);
  return replier !== null;
}

/** Comes, or says that they can't: it may be full by now, or for another level. */
async function answerInvite(ctx: MemberCtx, sessionId: string): Promise<void> {
  await joinSession(ctx, sessionId, { scope: 'this' }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return declineSession(ctx, sessionId);
  });
}

/** Says whether somebody answered. */
export async function giveReply(jobs: JobCtx, reply: Reply): Promise<boolean> {
  const replier = await replierTo(jobs, reply);
  if (!replier) return false;
  const { ctx, about } = replier;
  const client_nonce = reply.nonce;
  switch (reply.occasion) {
    case 'chat':
      await ctx.tx((tx) => sendOnce(tx, ctx, about, { kind: 'text', content: one(chatReplies), client_nonce }));
      break;
    case 'session':
      await sendSessionMessage(ctx, about, { content: one(sessionReplies), client_nonce });
      break;
    case 'proposal':
      await acceptProposal(ctx, { sessionId: reply.id, proposalId: about });
      break;
    case 'friend_request':
      await acceptFriendRequest(ctx, about);
      break;
    case 'invite':
      await answerInvite(ctx, about);
  }
  return true;
}
