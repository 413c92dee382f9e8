import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { SessionMessage, sendQuickAction as sendEndpoint } from '@spotter/contract/sessions/messages.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { checkInOnArrival } from '../spots/check-in.service.ts';
import { sendOnce } from './session-messages.service.ts';

type Body = ParsedInput<typeof sendEndpoint>['body'];

/**
 * Sends a one-tap message. "Arrived" also checks the member in while check-in is open. No spot changes: the screen asks
 * a member who can't make it whether to leave too, because leaving gives the spot away.
 */
export async function sendQuickAction(
  ctx: MemberCtx,
  id: string,
  { action, details, client_nonce }: Body,
): Promise<SessionMessage> {
  const parts = { action, details: action === 'running_late' ? { minutes: details.minutes } : {} };
  return ctx.tx((tx) =>
    sendOnce(
      tx,
      ctx.caller,
      id,
      { kind: 'quick_action', parts, client_nonce },
      {
        refusal: ({ status }) => (status === 'cancelled' ? 'session_cancelled' : null),
        alongside: async (session) => {
          if (action === 'arrived') await checkInOnArrival(tx, session, ctx.caller.userId);
        },
      },
    ),
  );
}
