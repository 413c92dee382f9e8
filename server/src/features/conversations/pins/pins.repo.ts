import type { Message } from '@spotter/contract/conversations/conversations.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { mine, type Reader, readerValues } from '../conversations.read.ts';
import { messageJson } from '../message-text.read.ts';

const listStatement = statement('pinned-messages', { ...readerValues, id: 'uuid' })<{ pinned: Message[] }>(
  `with ${hiddenCte} select (select coalesce(json_agg(${messageJson('me.joined_seq')} order by p.created_at desc, p.seq desc), '[]')
    from pinned_messages p
      join messages m on m.organization_id = $organizationId and m.conversation_id = c.id and m.seq = p.seq
      left join users u on u.id = m.sender_id
    where p.organization_id = $organizationId and p.conversation_id = c.id and m.seq > me.joined_seq
      and not ${senderIsHidden}) as pinned
  from ${mine} and c.id = $id`,
);

/** The pinned messages the reader may see, newest pin first; undefined if they are not in the conversation. */
export async function readPinned(read: Read, reader: Reader, id: string): Promise<Message[] | undefined> {
  const [found] = await read(listStatement, { ...reader, id });
  return found?.pinned;
}

/** How many messages are pinned, and how many of them the reader sees. */
export type MessageToPin = { seq: number; is_pinned: boolean; pins: number; pins_seen: number };
const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
type InConversation = { organizationId: string; userId: string; conversationId: string };

const placeStatement = statement('pin-place', { ...values, messageId: 'uuid' })<{ place: MessageToPin | null }>(
  `with ${hiddenCte}, pins as (select p.seq from pinned_messages p
    where p.organization_id = $organizationId and p.conversation_id = $conversationId)
  select (select json_build_object('seq', m.seq, 'is_pinned', m.seq in (select seq from pins),
      'pins', (select count(*) from pins),
      'pins_seen', (select count(*) from messages m left join users u on u.id = m.sender_id
        where m.organization_id = $organizationId and m.conversation_id = c.id and m.seq in (select seq from pins)
          and m.seq > me.joined_seq and not ${senderIsHidden}))
    from messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
      and m.seq > me.joined_seq and m.kind <> 'system' and m.deleted_at is null and not ${senderIsHidden}
      and c.requested_by is null) as place
  from ${mine} and c.id = $conversationId`,
);

/** A message that this member may pin, with how many are pinned; null if there is none. */
export async function findPlace(tx: Db, message: InConversation & { messageId: string }): Promise<MessageToPin | null> {
  const [found] = await run(tx, placeStatement, message);
  return found?.place ?? null;
}

const pinStatement = statement('pin-message', { ...values, seq: 'bigint' })(
  `insert into pinned_messages (organization_id, conversation_id, seq, pinned_by)
  values ($organizationId, $conversationId, $seq, $userId)`,
);

export const insertPin = (tx: Db, pin: InConversation & { seq: number }): void => send(tx, pinStatement, pin);

const unpinStatement = statement('unpin-message', { organizationId: 'uuid', conversationId: 'uuid', seq: 'bigint' })(
  `delete from pinned_messages
  where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq`,
);

export const deletePin = (tx: Db, pin: { organizationId: string; conversationId: string; seq: number }): void =>
  send(tx, unpinStatement, pin);
