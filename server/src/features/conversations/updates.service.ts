import { statement } from '#platform/db/statement.ts';
import { hasUnnumbered, readNumbered } from '#platform/events/number.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readChanged } from './conversations.read.ts';

/** The most events that one answer covers. */
const MOST_EVENTS = 200;

type Heard = { seq: number; conversation_id: string | null; message_id: string | null };
type Events = { head: number; is_behind: boolean; is_lost: boolean; events: Heard[] };

// A time stamp starts a minute early, because a write in progress may have committed a little later.
const eventsStatement = statement('conversation-events', {
  organizationId: 'uuid',
  userId: 'uuid',
  seq: 'bigint?',
  moment: 'timestamptz?',
})<Events>(
  `with place as (
    select coalesce((select last_number from event_scopes where scope_id = $organizationId), 0) as head,
      (select min(number) from live_events where scope_id = $organizationId and number is not null) as oldest
  ), start as (
    select head, coalesce(oldest, head + 1) as oldest, case
      when $seq is not null then $seq
      when $moment is not null then coalesce((select min(number) - 1 from live_events
        where scope_id = $organizationId and created_at >= $moment - interval '1 minute'), head)
      else head end as after from place
  )
  select head, ${hasUnnumbered('$organizationId')} as is_behind, after > head or after < oldest - 1 or exists (select from live_events e where e.scope_id = $organizationId
      and e.number > start.after and $userId = any(e.user_ids) and e.type in ('user.hidden', 'user.shown', 'people.changed')) as is_lost,
    (select coalesce(json_agg(e order by e.seq), '[]') from (
      select e.number as seq, e.data ->> 'conversation_id' as conversation_id, coalesce(e.data -> 'message' ->> 'id', e.data ->> 'message_id') as message_id
      from live_events e where e.scope_id = $organizationId and e.number > start.after and $userId = any(e.user_ids)
        and (e.type like 'conversation.%' or e.type like 'message.%')
      order by e.number limit ${MOST_EVENTS}) e) as events
  from start`,
);

/**
 * Changes in the caller's conversations since a cursor of the live stream. Events only say what to read; the answer is
 * the current state, so a polling client ends with the same state as the stream.
 */
export async function listConversationUpdates({ read, caller }: MemberCtx, since: string | undefined) {
  const { organizationId, userId } = caller;
  const isNumber = since !== undefined && /^\d+$/.test(since);
  const {
    head,
    is_lost: is_reset,
    events,
  } = await readNumbered(read, organizationId, eventsStatement, {
    organizationId,
    userId,
    seq: isNumber ? Number(since) : null,
    moment: since !== undefined && !isNumber ? since : null,
  });
  const nothing = { has_more: false, is_reset, conversations: [], left: [], messages: [] };
  if (is_reset || events.length === 0) return { ...nothing, cursor: String(head) };

  const conversationIds = [...new Set(events.flatMap(({ conversation_id }) => conversation_id ?? []))];
  const messageIds = [...new Set(events.flatMap(({ message_id }) => message_id ?? []))];
  const { conversations, messages } = await readChanged(read, caller, { conversationIds, messageIds });
  const isThere = new Set(conversations.map(({ id }) => id));
  const has_more = events.length === MOST_EVENTS;
  return {
    cursor: String(has_more ? events.at(-1)!.seq : head),
    has_more,
    is_reset,
    conversations,
    left: conversationIds.filter((id) => !isThere.has(id)),
    messages,
  };
}
