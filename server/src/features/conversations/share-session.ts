import type { Message } from '@spotter/contract/conversations.ts';
import { sql } from 'kysely';
import { hideMessage, insertOnce } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { conversationMessages, readConversation, readMessage } from './conversations.read.ts';

/** Sends a session the caller can see as a card into a conversation they are in. */
export async function shareSessionToChat(ctx: MemberCtx, sessionId: string, conversationId: string): Promise<Message> {
  const { caller } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    const read = readsOf(tx);
    if (!(await canSee(tx, ctx, sessionId))) throw fail('session_not_found');
    // Concurrent senders queue here, so that numbers follow the order of commits.
    await tx
      .selectFrom('conversations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .execute();
    if (!(await readConversation(read, caller, conversationId))) throw fail('conversation_not_found');
    const card = { kind: 'session', parts: { session_id: sessionId } };
    const { id } = await insertOnce(tx, conversationMessages, caller, conversationId, card);
    const message = await readMessage(read, caller, id);
    tell(tx, () => messageCreated(tx, organizationId, message));
    return message;
  });
}

async function canSee(tx: Db, { caller }: MemberCtx, sessionId: string): Promise<boolean> {
  const { organizationId, userId, gymIds } = caller;
  const { rows } = await sql`
    select from sessions s where s.organization_id = ${organizationId} and s.id = ${sessionId} and s.gym_id = any(${gymIds}::uuid[])
      and not exists (select from blocks b where b.organization_id = s.organization_id
        and ((b.blocker_id = ${userId} and b.blocked_id = s.creator_id) or (b.blocked_id = ${userId} and b.blocker_id = s.creator_id)))`.execute(
    tx,
  );
  return rows.length > 0;
}

type Member = { user_id: string; muted: boolean; hidden: boolean; sees_card: boolean };

/** Sends a message to every member as they may read it, and notifies those who have not muted the conversation. */
async function messageCreated(tx: Db, organizationId: string, message: Message): Promise<News[]> {
  const { conversation_id } = message;
  const senderId = message.sender?.id ?? null;
  const { rows: members } = await sql<Member>`
    select w.user_id, coalesce(w.muted_until > now(), false) as muted,
      exists (select from blocks b where b.organization_id = w.organization_id
        and ((b.blocker_id = w.user_id and b.blocked_id = ${senderId}::uuid)
          or (b.blocked_id = w.user_id and b.blocker_id = ${senderId}::uuid))) as hidden,
      exists (select from sessions s where s.organization_id = w.organization_id and s.id = ${message.session?.id ?? null}::uuid
        and (u.role = 'org_admin' or exists (select from user_gyms ug
          where ug.organization_id = w.organization_id and ug.user_id = u.id and ug.gym_id = s.gym_id))
        and not exists (select from blocks b where b.organization_id = w.organization_id
          and ((b.blocker_id = u.id and b.blocked_id = s.creator_id) or (b.blocked_id = u.id and b.blocker_id = s.creator_id))))
        as sees_card
    from conversation_members w join users u on u.id = w.user_id
    where w.organization_id = ${organizationId} and w.conversation_id = ${conversation_id}`.execute(tx);
  const idsOf = (those: (member: Member) => boolean) => members.filter(those).map(({ user_id }) => user_id);
  const forOthers = { ...message, client_nonce: null };
  const heard = (told: Message, to: string[]): News => ({
    scope: organizationId,
    type: 'message.created',
    data: { conversation_id, message: told },
    to,
  });
  const isOther = ({ user_id, hidden }: Member) => user_id !== senderId && !hidden;

  return [
    notification({
      organizationId,
      kind: 'message',
      to: idsOf(({ muted, hidden }) => !muted && !hidden),
      actorId: senderId,
      conversationId: conversation_id,
      fold: `conversation:${conversation_id}`,
    }),
    heard(
      message,
      idsOf(({ user_id }) => user_id === senderId),
    ),
    heard(
      forOthers,
      idsOf((member) => isOther(member) && member.sees_card),
    ),
    heard(
      { ...forOthers, session: null },
      idsOf((member) => isOther(member) && !member.sees_card),
    ),
    heard(
      hideMessage(message, { session: null }),
      idsOf(({ hidden }) => hidden),
    ),
  ];
}
