import { hiddenCte, isHidden } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Delivered = {
  conversation_id: string;
  other_id: string;
  delivered_seq: number;
  /** Not while it is a message request. */
  is_told: boolean;
};

// Only direct conversations show who has a message. Who hides being online acknowledges nothing: a message that arrives at
// once says that the app is open. Locked in order, so that two devices never wait for each other.
const deliveredStatement = statement('mark-delivered', {
  organizationId: 'uuid',
  userId: 'uuid',
  marks: 'jsonb',
})<Delivered>(
  `with ${hiddenCte}, late as (
    select w.conversation_id, other.id as other_id, least(mark.seq, c.last_seq) as seq,
      c.requested_by is null as is_told
    from jsonb_to_recordset($marks) as mark (id uuid, seq bigint)
      join conversations c on c.organization_id = $organizationId and c.id = mark.id and c.kind = 'direct'
      join conversation_members w on w.organization_id = $organizationId and w.conversation_id = c.id and w.user_id = $userId
      cross join lateral (select case when c.user_low_id = $userId then c.user_high_id else c.user_low_id end as id) other
    where greatest(w.delivered_seq, w.last_read_seq) < least(mark.seq, c.last_seq) and not ${isHidden('other.id')}
      and exists (select from users me where me.organization_id = $organizationId and me.id = $userId and me.shows_online)
    order by w.conversation_id for no key update of w
  )
  update conversation_members w set delivered_seq = late.seq from late
  where w.organization_id = $organizationId and w.conversation_id = late.conversation_id and w.user_id = $userId
    and w.delivered_seq < late.seq
  returning w.conversation_id, late.other_id, late.is_told, w.delivered_seq`,
);

type Mark = { id: string; seq: number };

/** Moves how far a member has the messages of these conversations; those where it moved. */
export const moveDeliveredPositions = (
  tx: Db,
  member: { organizationId: string; userId: string },
  marks: readonly Mark[],
): Promise<Delivered[]> => run(tx, deliveredStatement, { ...member, marks: JSON.stringify(marks) });
