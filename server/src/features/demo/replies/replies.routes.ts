import type { Ctx, EndpointName, Handlers } from '#platform/http/handlers.ts';
import { queueReply } from './replies.jobs.ts';
import type { Occasion } from './replies.repo.ts';

type AnyHandler = (ctx: Ctx, input: { params?: { id: string }; body?: object }, ...rest: unknown[]) => Promise<unknown>;

/** The calls that somebody in a demo answers, and where the call says what it is about; by default the visitor. */
const answered: Partial<Record<EndpointName, { occasion: Occasion; field?: 'id' | 'receiver_id' }>> = {
  sendMessage: { occasion: 'chat', field: 'id' },
  sendPoll: { occasion: 'chat', field: 'id' },
  joinSession: { occasion: 'session', field: 'id' },
  sendSessionMessage: { occasion: 'session', field: 'id' },
  createProposal: { occasion: 'proposal', field: 'id' },
  sendFriendRequest: { occasion: 'friend_request', field: 'receiver_id' },
  createSession: { occasion: 'invite' },
  inviteMember: { occasion: 'invite' },
  trainWithMember: { occasion: 'invite' },
  trainWithConversation: { occasion: 'invite' },
};

/** The same handlers; after a demo visitor's call that asks for an answer, one is queued. */
export function withDemoReplies<H extends Partial<Handlers>>(handlers: H): H {
  const table: Record<string, unknown> = { ...handlers };
  for (const [name, { occasion, field }] of Object.entries(answered)) {
    const handler = table[name] as AnyHandler & { prepare?: unknown };
    const replying: typeof handler = async (ctx, input, ...rest) => {
      const answer = await handler(ctx, input, ...rest);
      const { isDemo, organizationId, userId: visitorId } = ctx.caller;
      const id = field ? { ...input.params, ...input.body }[field as 'id'] : visitorId;
      // What the visitor did is stored by now: without a reply it counts all the same.
      if (isDemo && organizationId && id)
        await queueReply(ctx.db, occasion, { organizationId, visitorId, id }, ctx.now).catch((err) =>
          ctx.log.warn({ err }, 'no reply was queued in a demo'),
        );
      return answer;
    };
    if (handler.prepare) replying.prepare = handler.prepare;
    table[name] = replying;
  }
  return table as H;
}
