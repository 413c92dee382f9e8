import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { type History, historySql } from '#platform/events/event-position.ts';
import { hasUnnumbered, readNumbered } from '#platform/events/number.ts';

/** The most events that one answer covers. */
export const MOST_EVENTS = 200;

type Heard = { seq: number; conversation_id: string | null; message_id: string | null };
type Events = History & { is_behind: boolean; is_lost: boolean; events: Heard[] };

// A time stamp starts a minute early, because a write in progress may have committed a little later.
const eventsStatement = statement('conversation-events', {
  organizationId: 'uuid',
  userId: 'uuid',
  seq: 'bigint?',
  moment: 'timestamptz?',
})<Events>(
  `with place as (
    select ${historySql('s')}, (select min(number) from live_events where scope_id = $organizationId and number is not null) as oldest
    from (values (1)) always left join event_scopes s on s.scope_id = $organizationId
  ), start as (
    select place.*, coalesce(oldest, head + 1) as first, case
      when $seq is not null then $seq
      when $moment is not null then coalesce((select min(number) - 1 from live_events
        where scope_id = $organizationId and created_at >= $moment - interval '1 minute'), head)
      else head end as after from place
  )
  select head, epoch, epoch_before, epoch_start, ${hasUnnumbered('$organizationId')} as is_behind, after < first - 1 or exists (select from live_events e where e.scope_id = $organizationId
      and e.number > start.after and $userId = any(e.user_ids) and e.type in ('user.hidden', 'user.shown', 'people.changed')) as is_lost,
    (select coalesce(json_agg(e order by e.seq), '[]') from (
      select e.number as seq, e.data ->> 'conversation_id' as conversation_id, coalesce(e.data -> 'message' ->> 'id', e.data ->> 'message_id') as message_id
      from live_events e where e.scope_id = $organizationId and e.number > start.after and $userId = any(e.user_ids)
        and (e.type like 'conversation.%' or e.type like 'message.%')
      order by e.number limit ${MOST_EVENTS}) e) as events
  from start`,
);

type Since = { organizationId: string; userId: string; seq: number | null; moment: string | null };

/** The events of a member's conversations since a number or a moment, oldest first. */
export const readEvents = (read: Read, since: Since): Promise<Events> =>
  readNumbered(read, since.organizationId, eventsStatement, since);
