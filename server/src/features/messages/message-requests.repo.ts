/** Message requests to $userId that came with the card of the session $sessionId, and wait for an answer. */
const requestsWithCard = `m.organization_id = $organizationId and m.session_id = $sessionId
    and c.organization_id = $organizationId and c.id = m.conversation_id and c.requested_by is not null
    and c.requested_by <> $userId and (c.user_low_id = $userId or c.user_high_id = $userId) and c.declined_at is null`;
const settled = `from messages m where ${requestsWithCard}
  returning c.id as "conversationId", case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end as "senderId"`;

/** SQL that accepts them: who takes part or proposes another time has answered. A request that was declined stays so. */
export const acceptedByCard = `update conversations c set requested_by = null ${settled}`;
/** SQL that declines them. */
export const declinedByCard = `update conversations c set declined_at = now() ${settled}`;
