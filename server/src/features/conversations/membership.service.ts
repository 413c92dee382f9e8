import type { Conversation, MuteDuration } from '@spotter/contract/conversations.ts';
import { conversationSettled } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, type Statement, statement } from '#platform/db/statement.ts';
import { type Answering, tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { conversationChanged, conversationRead } from './conversations.events.ts';
import { readConversation } from './conversations.read.ts';

/* One member's view of a conversation: how far they have read, and whether it is archived or muted. */

const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;
type Values = { organizationId: string; userId: string; conversationId: string };
const ofMine = 'w.organization_id = $organizationId and w.conversation_id = $conversationId and w.user_id = $userId';

// The read position only moves forward, and never beyond the last message.
const readStatement = statement('mark-conversation-read', { ...values, seq: 'bigint?' })<{ last_read_seq: number }>(
  `update conversation_members w set last_read_seq = least($seq, c.last_seq) from conversations c
  where ${ofMine} and c.organization_id = $organizationId and c.id = $conversationId
    and w.last_read_seq < least($seq, c.last_seq)
  returning w.last_read_seq`,
);

export function markConversationRead(ctx: MemberCtx, conversationId: string, seq: number | undefined) {
  const { organizationId, userId } = ctx.caller;
  const mine = { organizationId, userId, conversationId };
  const markRead = async (tx: Db) => {
    const [read] = await run(tx, readStatement, { ...mine, seq: seq ?? null });
    if (!read) return;
    tell(tx, conversationSettled(mine));
    conversationRead(tx, { ...mine, seq: read.last_read_seq });
  };
  return changed(ctx, conversationId, markRead, { decided: true });
}

const setStatement = (name: string, set: string) =>
  statement(name, values)(`update conversation_members w set ${set} where ${ofMine}`);

const archive = setStatement('archive-conversation', 'archived_at = now()');
const unarchive = setStatement('unarchive-conversation', 'archived_at = null');
const unmute = setStatement('unmute-conversation', 'muted_until = null');
const until: Record<MuteDuration, string> = {
  '1h': "now() + interval '1 hour'",
  '8h': "now() + interval '8 hours'",
  '1d': "now() + interval '1 day'",
  '1w': "now() + interval '7 days'",
  indefinite: "'infinity'",
};
const mute = Object.fromEntries(
  Object.entries(until).map(([duration, moment]) => [
    duration,
    setStatement(`mute-conversation:${duration}`, `muted_until = ${moment}`),
  ]),
);

/** Updates the member's other devices. */
const setOwn = (ctx: MemberCtx, conversationId: string, set: Statement<Values, unknown>) => {
  const { organizationId, userId } = ctx.caller;
  return changed(ctx, conversationId, async (tx) => {
    await run(tx, set, { organizationId, userId, conversationId });
    conversationChanged(tx, 'conversation.updated', { organizationId, conversationId }, [userId]);
  });
};

export const archiveConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, archive);
export const unarchiveConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, unarchive);
export const unmuteConversation = (ctx: MemberCtx, id: string) => setOwn(ctx, id, unmute);
export const muteConversation = (ctx: MemberCtx, id: string, duration: MuteDuration) =>
  setOwn(ctx, id, mute[duration]!);

const changed = (ctx: MemberCtx, id: string, work: (tx: Db) => Promise<void>, options?: Answering) =>
  ctx.tx(
    work,
    async (tx): Promise<Conversation> => {
      const conversation = await readConversation(readsOf(tx), ctx.caller, id);
      if (!conversation) throw fail('conversation_not_found');
      return conversation;
    },
    options,
  );
