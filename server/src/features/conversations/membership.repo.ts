import type { MuteDuration } from '@spotter/contract/conversations/conversations.ts';
import { blockedBetween } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Membership = { organizationId: string; userId: string; conversationId: string };
const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
const ofMine = 'w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id = $userId';

/** How far a member has read, and who may know: themselves and, unless it is a message request, the others. */
type Reached = { seq: number; readers: string[] };

// The read position only moves forward, and never beyond the last message.
const readStatement = statement('mark-conversation-read', { ...values, seq: 'bigint?' })<Reached>(
  `update conversation_members w set last_read_seq = least($seq, c.last_seq) from conversations c
  where ${ofMine} and c.organization_id = $organizationId and c.id = $conversationId
    and w.last_read_seq < least($seq, c.last_seq)
  returning w.last_read_seq as seq, array(select o.user_id from conversation_members o
    where o.organization_id = $organizationId and o.conversation_id = $conversationId
      and (o.user_id = $userId or c.requested_by is null) and not ${blockedBetween('o.user_id', '$userId')}) as readers`,
);

/** Where a member has read up to now; without a number, all of it. Undefined if they had read that far before. */
export async function moveReadPosition(tx: Db, own: Membership, seq: number | null): Promise<Reached | undefined> {
  const [reached] = await run(tx, readStatement, { ...own, seq });
  return reached;
}

const setting = (name: string, set: string) => {
  const asked = statement(name, values)(`update conversation_members w set ${set} where ${ofMine}`);
  return async (tx: Db, own: Membership): Promise<void> => {
    await run(tx, asked, own);
  };
};

export const archive = setting('archive-conversation', 'archived_at = now()');
export const unarchive = setting('unarchive-conversation', 'archived_at = null');
export const unmute = setting('unmute-conversation', 'muted_until = null');

const muteFor = (duration: MuteDuration, until: string) =>
  setting(`mute-conversation:${duration}`, `muted_until = ${until}`);
const muting: Record<MuteDuration, ReturnType<typeof setting>> = {
  '1h': muteFor('1h', "now() + interval '1 hour'"),
  '8h': muteFor('8h', "now() + interval '8 hours'"),
  '1d': muteFor('1d', "now() + interval '1 day'"),
  '1w': muteFor('1w', "now() + interval '7 days'"),
  indefinite: muteFor('indefinite', "'infinity'"),
};
export const mute = (tx: Db, own: Membership, duration: MuteDuration) => muting[duration](tx, own);
