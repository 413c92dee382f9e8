/**
 * SQL that accepts message requests to $userId with the card of the session $sessionId: taking part is an answer. A
 * request that was declined stays so.
 */
export const acceptByJoining = `update conversations c set requested_by = null from messages m
  where m.organization_id = $organizationId and m.session_id = $sessionId
    and c.organization_id = $organizationId and c.id = m.conversation_id and c.requested_by is not null
    and c.requested_by <> $userId and $userId in (c.user_low_id, c.user_high_id) and c.declined_at is null
  returning c.id as "conversationId", case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end as "senderId"`;
