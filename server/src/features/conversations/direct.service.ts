import type { Conversation } from '@spotter/contract/conversations.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { conversationChanged } from './conversations.events.ts';
import { readConversation } from './conversations.read.ts';
import { knownPeople } from './people.ts';

const pair = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;

// When two members open it at once, the second waits here and finds the first one's.
const openStatement = statement('open-direct-conversation', { ...pair, id: 'uuid' })(
  `insert into conversations (organization_id, id, kind, user_low_id, user_high_id, created_by)
  values ($organizationId, $id, 'direct', least($userId, $otherId), greatest($userId, $otherId), $userId)
  on conflict on constraint conversations_one_a_pair do nothing`,
);
const enterStatement = statement(
  'enter-direct-conversation',
  pair,
)<{ id: string }>(
  `insert into conversation_members (organization_id, conversation_id, user_id)
  select c.organization_id, c.id, person from conversations c, unnest(array[c.user_low_id, c.user_high_id]) person
  where c.organization_id = $organizationId
    and c.user_low_id = least($userId, $otherId) and c.user_high_id = greatest($userId, $otherId)
  on conflict do nothing`,
);
const findStatement = statement(
  'find-direct-conversation',
  pair,
)<{ id: string }>(
  `select id from conversations where organization_id = $organizationId
    and user_low_id = least($userId, $otherId) and user_high_id = greatest($userId, $otherId)`,
);

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
  const between = { organizationId, userId, otherId };
  const id = newId();
  send(tx, openStatement, { ...between, id });
  send(tx, enterStatement, between);
  const [opened] = await run(tx, findStatement, between);
  const conversationId = opened!.id;
  if (conversationId === id)
    conversationChanged(tx, 'conversation.created', { organizationId, conversationId }, [userId]);
  return conversationId;
}
