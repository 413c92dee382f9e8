import { mostEmojis, mostReactions } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { messageReacted } from '../conversations.events.ts';
import { readHeardMessage } from '../heard-messages.read.ts';
import {
  deleteReaction,
  insertReaction,
  lockReactions,
  type MessageToReactTo,
  readReactions,
} from './reactions.repo.ts';

type Reacted = { conversationId: string; messageId: string };

/** Members hidden from the caller are left out. */
export async function listReactions({ read, caller }: MemberCtx, { conversationId, messageId }: Reacted) {
  const { organizationId, userId } = caller;
  const found = await readReactions(read, { organizationId, userId, conversationId, messageId });
  if (!found) throw fail('conversation_not_found');
  if (!found.reactions) throw fail('message_not_found');
  return found.reactions;
}

export const addReaction = (ctx: MemberCtx, message: Reacted, emoji: string) =>
  react(ctx, message, (tx, { seq, own, emojis }, row) => {
    if (own.includes(emoji)) return false;
    if (own.length >= mostReactions || (emojis.length >= mostEmojis && !emojis.includes(emoji)))
      throw fail('too_many_reactions');
    insertReaction(tx, { ...row, seq, emoji });
    return true;
  });

export const removeReaction = (ctx: MemberCtx, message: Reacted, emoji: string) =>
  react(ctx, message, (tx, { seq, own }, row) => {
    if (!own.includes(emoji)) return false;
    deleteReaction(tx, { ...row, seq, emoji });
    return true;
  });

type Row = { organizationId: string; userId: string; conversationId: string };

/** Changes the caller's reactions to a message, and tells everyone who may read it. */
function react(
  ctx: MemberCtx,
  { conversationId, messageId }: Reacted,
  change: (tx: Db, place: MessageToReactTo, row: Row) => boolean,
) {
  const { organizationId, userId } = ctx.caller;
  const row = { organizationId, userId, conversationId };
  return ctx.tx(async (tx) => {
    const found = await lockReactions(tx, { ...row, messageId });
    if (!found) throw fail('conversation_not_found');
    if (!found.place) throw fail('message_not_found');
    const isChanged = change(tx, found.place, row);
    const extent = found.place.is_plain ? 'plain' : 'any';
    const heard = (await readHeardMessage(readsOf(tx), ctx.caller, messageId, extent))!;
    if (isChanged) messageReacted(tx, organizationId, heard);
    return heard.message;
  });
}
