import type { Returns } from '@spotter/contract/api/endpoint.ts';
import { mostEmojis, mostReactions } from '@spotter/contract/limits.ts';
import type { listReactions as listReactionsEndpoint } from '@spotter/contract/message-reactions.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { messageReacted } from '../conversations.events.ts';
import { mine } from '../conversations.read.ts';
import { readHeardMessage } from '../messages/heard-messages.read.ts';

const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid', messageId: 'uuid' } as const;
type Reacted = { conversationId: string; messageId: string };

/** The message, where the reader may react to it. Not in a message request: it would tell that it was read. */
const reactable = `messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
  and m.seq > me.joined_seq and m.kind <> 'system' and m.deleted_at is null and not ${senderIsHidden}
  and c.requested_by is null`;

const listStatement = statement(
  'reactions',
  values,
)<{ reactions: Returns<typeof listReactionsEndpoint> | null }>(
  `with ${hiddenCte} select (select (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'user', ${personJsonSql('p')},
      'created_at', ${instantSql('r.created_at')}) order by r.created_at, p.id, r.emoji), '[]')
    from message_reactions r join users p on p.id = r.user_id
    where r.organization_id = $organizationId and r.conversation_id = c.id and r.seq = m.seq and not ${isHidden('r.user_id')})
  from ${reactable}) as reactions from ${mine} and c.id = $conversationId`,
);

/** Members hidden from the caller are left out. */
export async function listReactions({ read, caller }: MemberCtx, { conversationId, messageId }: Reacted) {
  const { organizationId, userId } = caller;
  const [found] = await read(listStatement, { organizationId, userId, conversationId, messageId });
  if (!found) throw fail('conversation_not_found');
  if (!found.reactions) throw fail('message_not_found');
  return found.reactions;
}

// Two reactions to one message follow each other, so that each event has all of them.
const lockStatement = statement('lock-message', { organizationId: 'uuid', messageId: 'uuid' })(
  'select from messages where organization_id = $organizationId and id = $messageId for no key update',
);
const placeStatement = statement(
  'reaction-place',
  values,
)<{ place: Place | null }>(
  `with ${hiddenCte} select (select json_build_object('seq', m.seq, 'is_plain', m.kind in ('text', 'photo') and m.reply_to_seq is null,
    'own', array(select r.emoji from message_reactions r where r.organization_id = $organizationId
      and r.conversation_id = c.id and r.seq = m.seq and r.user_id = $userId),
    'emojis', array(select distinct r.emoji from message_reactions r where r.organization_id = $organizationId
      and r.conversation_id = c.id and r.seq = m.seq))
  from ${reactable}) as place from ${mine} and c.id = $conversationId`,
);

const rowValues = {
  organizationId: 'uuid',
  userId: 'uuid',
  conversationId: 'uuid',
  seq: 'bigint',
  emoji: 'text',
} as const;
const addStatement = statement(
  'add-reaction',
  rowValues,
)(
  `insert into message_reactions (organization_id, conversation_id, seq, user_id, emoji)
  values ($organizationId, $conversationId, $seq, $userId, $emoji) on conflict do nothing`,
);
const removeStatement = statement(
  'remove-reaction',
  rowValues,
)(
  `delete from message_reactions where organization_id = $organizationId and conversation_id = $conversationId
    and seq = $seq and user_id = $userId and emoji = $emoji`,
);

export const addReaction = (ctx: MemberCtx, message: Reacted, emoji: string) =>
  react(ctx, message, (tx, { seq, own, emojis }, row) => {
    if (own.includes(emoji)) return false;
    if (own.length >= mostReactions || (emojis.length >= mostEmojis && !emojis.includes(emoji)))
      throw fail('too_many_reactions');
    send(tx, addStatement, { ...row, seq, emoji });
    return true;
  });

export const removeReaction = (ctx: MemberCtx, message: Reacted, emoji: string) =>
  react(ctx, message, (tx, { seq, own }, row) => {
    if (!own.includes(emoji)) return false;
    send(tx, removeStatement, { ...row, seq, emoji });
    return true;
  });

type Place = { seq: number; is_plain: boolean; own: string[]; emojis: string[] };
type Row = { organizationId: string; userId: string; conversationId: string };

/** Changes the caller's reactions to a message, and tells everyone who may read it. */
function react(
  ctx: MemberCtx,
  { conversationId, messageId }: Reacted,
  change: (tx: Db, place: Place, row: Row) => boolean,
) {
  const { organizationId, userId } = ctx.caller;
  const row = { organizationId, userId, conversationId };
  return ctx.tx(async (tx) => {
    send(tx, lockStatement, { organizationId, messageId });
    const [found] = await run(tx, placeStatement, { ...row, messageId });
    if (!found) throw fail('conversation_not_found');
    if (!found.place) throw fail('message_not_found');
    const isChanged = change(tx, found.place, row);
    const extent = found.place.is_plain ? 'plain' : 'any';
    const heard = (await readHeardMessage(readsOf(tx), ctx.caller, messageId, extent))!;
    if (isChanged) messageReacted(tx, organizationId, heard);
    return heard.message;
  });
}
