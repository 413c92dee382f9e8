import type { Conversation, Message } from '@spotter/contract/conversations.ts';
import { mostPins } from '@spotter/contract/limits.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { membersReread } from '../conversations.events.ts';
import { mine, readConversation, readerValues } from '../conversations.read.ts';
import { messageJson } from '../messages/message-text.ts';
import { writeNotice } from '../messages/notices.service.ts';

const listStatement = statement('pinned-messages', { ...readerValues, id: 'uuid' })<{ pinned: Message[] }>(
  `with ${hiddenCte} select (select coalesce(json_agg(${messageJson('me.joined_seq')} order by p.created_at desc, p.seq desc), '[]')
    from pinned_messages p
      join messages m on m.organization_id = $organizationId and m.conversation_id = c.id and m.seq = p.seq
      left join users u on u.id = m.sender_id
    where p.organization_id = $organizationId and p.conversation_id = c.id and m.seq > me.joined_seq
      and not ${senderIsHidden}) as pinned
  from ${mine} and c.id = $id`,
);

/** Without messages of hidden people, and from before the caller joined. */
export async function listPinnedMessages({ read, caller }: MemberCtx, id: string): Promise<Message[]> {
  const [found] = await read(listStatement, { ...caller, id });
  if (!found) throw fail('conversation_not_found');
  return found.pinned;
}

type Pinned = { conversationId: string; messageId: string };
type Place = { seq: number; is_pinned: boolean; pins: number };
const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;

const placeStatement = statement('pin-place', { ...values, messageId: 'uuid' })<{ place: Place | null }>(
  `with ${hiddenCte}, pins as (select p.seq from pinned_messages p
    where p.organization_id = $organizationId and p.conversation_id = $conversationId)
  select (select json_build_object('seq', m.seq, 'is_pinned', m.seq in (select seq from pins),
      'pins', (select count(*) from pins))
    from messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
      and m.seq > me.joined_seq and m.kind <> 'system' and m.deleted_at is null and not ${senderIsHidden}
      and c.requested_by is null) as place
  from ${mine} and c.id = $conversationId`,
);
const pinStatement = statement('pin-message', { ...values, seq: 'bigint' })(
  `insert into pinned_messages (organization_id, conversation_id, seq, pinned_by)
  values ($organizationId, $conversationId, $seq, $userId)`,
);
const unpinStatement = statement('unpin-message', { organizationId: 'uuid', conversationId: 'uuid', seq: 'bigint' })(
  `delete from pinned_messages
  where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq`,
);

/** Everyone in the conversation sees the pin, and reads in the chat who set it. */
export const pinMessage = (ctx: MemberCtx, message: Pinned) =>
  changePins(ctx, message, async (tx, { seq, is_pinned, pins }) => {
    if (is_pinned) return false;
    if (pins >= mostPins) throw fail('too_many_pins');
    const { organizationId, userId } = ctx.caller;
    send(tx, pinStatement, { organizationId, userId, conversationId: message.conversationId, seq });
    await writeNotice(tx, ctx.caller, message.conversationId, { action: 'pinned' });
    return true;
  });

export const unpinMessage = (ctx: MemberCtx, message: Pinned) =>
  changePins(ctx, message, async (tx, { seq, is_pinned }) => {
    const { organizationId } = ctx.caller;
    if (is_pinned) send(tx, unpinStatement, { organizationId, conversationId: message.conversationId, seq });
    return is_pinned;
  });

/** Under the conversation's lock, so that two pins at once never are too many. */
function changePins(
  ctx: MemberCtx,
  { conversationId, messageId }: Pinned,
  change: (tx: Db, place: Place) => Promise<boolean>,
): Promise<Conversation> {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      if (!(await lockConversation(tx, ctx.caller, conversationId))) throw fail('conversation_not_found');
      const [found] = await run(tx, placeStatement, { organizationId, userId, conversationId, messageId });
      if (!found?.place) throw fail('message_not_found');
      if (await change(tx, found.place)) membersReread(tx, { organizationId, conversationId });
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, conversationId))!,
  );
}
