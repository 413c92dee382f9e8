import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import { declineInvitesIn, lockSessionsOnCards } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { conversationChanged, membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { clearRequested, setDeclined, setRequested } from './requests.repo.ts';

/*
 * Message requests: the first message of a direct conversation between people who aren't friends. They change under the
 * conversation's lock.
 */

type About = { organizationId: string; conversationId: string };

/** The first message is about to be written: the conversation waits for the receiver. */
export function startRequest(tx: Db, about: About & { userId: string }): void {
  setRequested(tx, about);
  membersReread(tx, about);
}

/** From now on it is a conversation like any other, for both. */
export function acceptRequest(tx: Db, about: About): void {
  clearRequested(tx, about);
  membersReread(tx, about);
}

/** The request as the caller may answer it, under the conversation's lock. */
async function requestToAnswer(tx: Db, { caller }: MemberCtx, id: string) {
  const membership = await lockConversation(tx, caller, id);
  if (!membership) throw fail('conversation_not_found');
  return membership.request;
}

export function acceptConversation(ctx: MemberCtx, id: string): Promise<Conversation> {
  return ctx.tx(
    async (tx) => {
      const request = await requestToAnswer(tx, ctx, id);
      if (request === 'sent') throw fail('message_request_waits');
      if (request) acceptRequest(tx, { organizationId: ctx.caller.organizationId, conversationId: id });
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, id))!,
    { decided: true },
  );
}

/** The sender sees no difference, but an invite that came with it is answered too. */
export async function declineConversation(ctx: MemberCtx, id: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  await ctx.tx(async (tx) => {
    lockSessionsOnCards(tx, { organizationId, conversationId: id });
    const request = await requestToAnswer(tx, ctx, id);
    if (request !== 'received' && request !== 'declined') throw fail('no_message_request');
    const about = { organizationId, conversationId: id };
    if (!(await setDeclined(tx, about))) return;
    conversationChanged(tx, 'conversation.updated', about, [userId]);
    await declineInvitesIn(tx, { ...about, userId });
  });
}
