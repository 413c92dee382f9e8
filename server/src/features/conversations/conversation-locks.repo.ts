import { areFriendsSql } from '#features/friends/index.ts';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import type { Member } from '#platform/logins/callers.ts';
import { canManage, mine, requestSql } from './conversations.read.ts';

const lockStatement = statement('lock-conversation', { organizationId: 'uuid', id: 'uuid' })(
  'select from conversations where organization_id = $organizationId and id = $id for no key update',
);

/** Holds the numbering of messages, joining and leaving, until the commit. */
export const lockGroup = (tx: Db, organizationId: string, id: string): void =>
  send(tx, lockStatement, { organizationId, id });

const messageStatement = statement('lock-message', { organizationId: 'uuid', messageId: 'uuid' })(
  'select from messages where organization_id = $organizationId and id = $messageId for no key update',
);

/** Reactions to one message and votes in one poll follow each other, so that each event has all of them. */
export const lockMessage = (
  tx: Db,
  { organizationId, messageId }: { organizationId: string; messageId: string },
): void => send(tx, messageStatement, { organizationId, messageId });

export type Membership = {
  kind: 'direct' | 'group';
  member_count: number;
  has_picture: boolean;
  can_manage: boolean;
  request: 'sent' | 'received' | 'declined' | null;
  /** The next message is the first one, to a member who isn't a friend. */
  starts_request: boolean;
};

const membershipStatement = statement('conversation-membership', {
  organizationId: 'uuid',
  userId: 'uuid',
  id: 'uuid',
})<Membership>(
  `with ${hiddenCte} select c.kind, c.member_count, c.picture_key is not null as has_picture, ${canManage} as can_manage, ${requestSql} as request,
    c.kind = 'direct' and c.last_seq = 0 and not ${areFriendsSql('c.user_low_id', 'c.user_high_id')} as starts_request
  from ${mine} and c.id = $id`,
);

/**
 * Locks a conversation and reads the caller's membership under the lock; undefined if the caller is not in it.
 * Numbering messages and joining or leaving both need this lock, so they follow the order of commits.
 */
export async function lockConversation(tx: Db, { organizationId, userId }: Member, id: string) {
  lockGroup(tx, organizationId, id);
  const [membership] = await run(tx, membershipStatement, { organizationId, userId, id });
  return membership;
}

const lockOfPairStatement = statement('lock-conversations-of-pair', {
  organizationId: 'uuid',
  userId: 'uuid',
  otherId: 'uuid',
})(
  `select from conversations c where c.organization_id = $organizationId and c.id in (
    select mine.conversation_id from conversation_members mine join conversation_members theirs
      on theirs.organization_id = $organizationId and theirs.conversation_id = mine.conversation_id
        and theirs.user_id = $otherId
    where mine.organization_id = $organizationId and mine.user_id = $userId)
  order by c.id for no key update`,
);

/** Waits for what is being written in conversations of both, so that it is told before or after a block, never during one. */
export const lockConversationsOfPair = (
  tx: Db,
  pair: { organizationId: string; userId: string; otherId: string },
): Promise<unknown> => run(tx, lockOfPairStatement, pair);
