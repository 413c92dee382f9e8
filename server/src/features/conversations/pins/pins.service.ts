import type { Conversation, Message } from '@spotter/contract/conversations/conversations.ts';
import { mostPins } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { membersReread } from '../conversations.events.ts';
import { readConversation } from '../conversations.read.ts';
import { writeNotice } from '../messages/notices.service.ts';
import { deletePin, findPlace, insertPin, type MessageToPin, readPinned } from './pins.repo.ts';

/** Without messages of hidden people, and from before the caller joined. */
export async function listPinnedMessages({ read, caller }: MemberCtx, id: string): Promise<Message[]> {
  const pinned = await readPinned(read, caller, id);
  if (!pinned) throw fail('conversation_not_found');
  return pinned;
}

type Pinned = { conversationId: string; messageId: string };

/** Everyone in the conversation sees the pin, and reads in the chat who set it. */
export const pinMessage = (ctx: MemberCtx, message: Pinned) =>
  changePins(ctx, message, async (tx, { seq, is_pinned, pins, pins_seen: seen }) => {
    if (is_pinned) return false;
    if (pins >= mostPins) throw fail('too_many_pins', seen < pins ? { error: hiddenPins(pins - seen, seen) } : {});
    const { organizationId, userId } = ctx.caller;
    insertPin(tx, { organizationId, userId, conversationId: message.conversationId, seq });
    await writeNotice(tx, ctx.caller, message.conversationId, { action: 'pinned' });
    return true;
  });

/** By people hidden from the caller, or from before they joined. */
const hiddenPins = (hidden: number, seen: number) =>
  seen === 0
    ? "Three messages are pinned that you can't see. Ask someone in the chat to unpin one."
    : `Three messages are pinned already, and you can't see ${hidden === 1 ? 'one' : 'two'} of them. Unpin one first.`;

export const unpinMessage = (ctx: MemberCtx, message: Pinned) =>
  changePins(ctx, message, async (tx, { seq, is_pinned }) => {
    const { organizationId } = ctx.caller;
    if (is_pinned) deletePin(tx, { organizationId, conversationId: message.conversationId, seq });
    return is_pinned;
  });

/** Under the conversation's lock, so that two pins at once never are too many. */
function changePins(
  ctx: MemberCtx,
  { conversationId, messageId }: Pinned,
  change: (tx: Db, place: MessageToPin) => Promise<boolean>,
): Promise<Conversation> {
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(
    async (tx) => {
      if (!(await lockConversation(tx, ctx.caller, conversationId))) throw fail('conversation_not_found');
      const place = await findPlace(tx, { organizationId, userId, conversationId, messageId });
      if (!place) throw fail('message_not_found');
      if (await change(tx, place)) membersReread(tx, { organizationId, conversationId });
    },
    async (tx) => (await readConversation(readsOf(tx), ctx.caller, conversationId))!,
  );
}
