import type { ParsedInput } from '@spotter/contract/endpoint.ts';
import type { SessionMessage, sendQuickAction as sendEndpoint } from '@spotter/contract/sessions/messages.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { checkInOnArrival } from '../spots/check-in.service.ts';
import { sendOnce } from './session-messages.service.ts';

type Body = ParsedInput<typeof sendEndpoint>['body'];

/**
 * Says something with one tap. Whoever has arrived is checked in, if that is open. It changes nobody's spot: whoever
 * cannot make it is asked by the screen whether to leave as well, because leaving gives the spot away.
 */
export async function sendQuickAction(
  ctx: MemberCtx,
  id: string,
  { action, details, client_nonce }: Body,
): Promise<SessionMessage> {
  const line = { action, client_nonce, details: action === 'running_late' ? { minutes: details.minutes } : {} };
  return ctx.tx((tx) =>
    sendOnce(tx, ctx.caller, id, line, async (session) => {
      if (session.cancelled) throw fail('session_cancelled');
      if (action === 'arrived') await checkInOnArrival(tx, session, ctx.caller.userId, ctx.now);
    }),
  );
}
