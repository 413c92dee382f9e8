import type { Conversation } from '@spotter/contract/conversations/conversations.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { conversationChanged } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { knownPeople } from '../people.repo.ts';
import { enterDirect } from './direct.repo.ts';

/** The one conversation of two members. The other member sees it with the first message. */
export const openDirectConversation = (ctx: MemberCtx, otherId: string): Promise<Conversation> =>
  ctx.tx(
    (tx) => openDirectIn(tx, ctx.caller, otherId),
    async (tx, conversationId) => (await readConversation(readsOf(tx), ctx.caller, conversationId))!,
    { decided: true },
  );

/** The same in an open transaction; returns the conversation's id. */
export async function openDirectIn(tx: Db, caller: Member, otherId: string): Promise<string> {
  const { organizationId, userId } = caller;
  if (otherId === userId) throw fail('not_yourself');
  const [other] = await knownPeople(tx, caller, [otherId]);
  if (!other) throw fail('user_not_found');
  const id = newId();
  const conversationId = await enterDirect(tx, { organizationId, userId, otherId, id });
  if (conversationId === id)
    conversationChanged(tx, 'conversation.created', { organizationId, conversationId }, [userId]);
  return conversationId;
}
