import { blockedBetween } from '#features/users/index.ts';
import { foundEvents } from '#platform/events/write.ts';

/** How far a member has read, for themselves and everyone who may know. */
export const readPosition = foundEvents(
  'conversation read',
  { organizationId: 'uuid', conversationId: 'uuid', userId: 'uuid', seq: 'bigint' },
  {
    select: `select 1 as place, 'conversation.read' as type,
        jsonb_build_object('conversation_id', $conversationId, 'user_id', $userId, 'last_read_seq', $seq) as data,
        array_agg(w.user_id) as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
      from conversation_members w
        join conversations c on c.organization_id = $organizationId and c.id = w.conversation_id
      where w.organization_id = $organizationId and w.conversation_id = $conversationId
        and (w.user_id = $userId or c.requested_by is null) and not ${blockedBetween('w.user_id', '$userId')}
      having count(*) > 0`,
  },
);

/** That a conversation has changed, for its members except some. */
export const changeForMembers = foundEvents(
  'conversation changed',
  { organizationId: 'uuid', conversationId: 'uuid', except: 'uuid[]' },
  {
    select: `select 1 as place, 'conversation.updated' as type,
        jsonb_build_object('conversation_id', $conversationId) as data, array_agg(w.user_id) as user_ids,
        null::uuid as gym_id, '{}'::uuid[] as except_ids
      from conversation_members w
      where w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id <> all($except)
      having count(*) > 0`,
  },
);
