import { newsPart } from '#platform/events/write.ts';

/** That a conversation has changed, for its members except some. */
export const conversationNews = newsPart(
  'conversations',
  'conversation_id uuid, except_ids uuid[]',
  (rows) => `heard_conversations as (
    select told.place, 'conversation.updated' as type, jsonb_build_object('conversation_id', told.conversation_id) as data,
      members.user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
    from ${rows} cross join lateral (select array_agg(w.user_id) as user_ids from conversation_members w
      where w.organization_id = $organizationId and w.conversation_id = told.conversation_id
        and w.user_id <> all(told.except_ids)) members
    where members.user_ids is not null
  )`,
);
