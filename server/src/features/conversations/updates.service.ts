import { cursorOf, eventPositionOf, isPartOf } from '#platform/events/event-position.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readChanged } from './conversations.read.ts';
import { MOST_EVENTS, readEvents } from './updates.repo.ts';

/**
 * Changes in the caller's conversations since a cursor of the live stream. Events only say what to read; the answer is
 * the current state, so a polling client ends with the same state as the stream.
 */
export async function listConversationUpdates({ read, caller }: MemberCtx, since: string | undefined) {
  const { organizationId, userId } = caller;
  const place = since !== undefined && /^\d+$/.test(since) ? eventPositionOf(Number(since)) : null;
  const { events, is_lost, ...history } = await readEvents(read, {
    organizationId,
    userId,
    seq: place?.number ?? null,
    moment: since !== undefined && !place ? since : null,
  });
  const is_reset = is_lost || (place !== null && !isPartOf(place, history));
  const at = (number: number) => String(cursorOf({ epoch: history.epoch, number }));
  const nothing = { has_more: false, is_reset, conversations: [], left: [], messages: [] };
  if (is_reset || events.length === 0) return { ...nothing, cursor: at(history.head) };

  const conversationIds = [...new Set(events.flatMap(({ conversation_id }) => conversation_id ?? []))];
  const messageIds = [...new Set(events.flatMap(({ message_id }) => message_id ?? []))];
  const { conversations, messages } = await readChanged(read, caller, { conversationIds, messageIds });
  const isThere = new Set(conversations.map(({ id }) => id));
  const has_more = events.length === MOST_EVENTS;
  return {
    cursor: at(has_more ? events.at(-1)!.seq : history.head),
    has_more,
    is_reset,
    conversations,
    left: conversationIds.filter((id) => !isThere.has(id)),
    messages,
  };
}
