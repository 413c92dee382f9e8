import type { ParsedInput } from '@spotter/contract/endpoint.ts';
import { listSessionMessages as listEndpoint, type SessionMessage } from '@spotter/contract/sessions/messages.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import { JsonText, type MemberCtx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import type { Member } from '#platform/logins/callers.ts';
import { type LockedSession, lockVisibleSession } from '../session-lock.ts';
import { readerOf } from '../sessions.service.ts';
import { sessionMessageCreated } from './session-messages.events.ts';
import * as repo from './session-messages.repo.ts';

type Query = ParsedInput<typeof listEndpoint>['query'];

/** The chat is for those who are in the session and those who manage its gym. */
export async function listSessionMessages({ read, caller }: MemberCtx, id: string, query: Query) {
  const { page, page_size: size, before, after } = query;
  const byNumber = before !== undefined || after !== undefined;
  const found = await repo.readChat(read, readerOf(caller, false), id, {
    before: before ?? Number.MAX_SAFE_INTEGER,
    after: after ?? 0,
    size,
    offset: byNumber ? 0 : (page - 1) * size,
  });
  if (!found) throw fail('session_not_found');
  if (!found.may_read) throw fail('access_denied', { error: 'The chat is for those who are in this session.' });
  const { count, oldest, results } = found;
  // Numbers have no gaps but for people who left Spotter, so the first number is the end.
  const isLast = oldest === null || oldest <= (after ?? 0) + 1;
  const { next, previous } = pageLinks(
    listEndpoint,
    { params: { id }, query },
    {
      next: isLast ? null : { before: oldest, page: undefined },
      previous: byNumber || page === 1 ? null : { page: page - 1 },
    },
  );
  return new JsonText(
    `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":${results}}`,
  );
}

export async function sendSessionMessage(
  ctx: MemberCtx,
  id: string,
  body: { content: string; client_nonce?: string | undefined },
): Promise<SessionMessage> {
  return ctx.tx((tx) => sendOnce(tx, ctx.caller, id, body));
}

/** What has to be true or done beside the line itself. */
type Beside = (session: LockedSession) => Promise<void>;

/**
 * Writes a line into a session's chat and tells the others. Under a nonce that was used before, the first line is the
 * answer, also for somebody who has left since: what was sent was sent.
 */
export async function sendOnce(
  tx: Db,
  caller: Member,
  sessionId: string,
  line: repo.NewLine,
  beside: Beside = async () => {},
): Promise<SessionMessage> {
  const { organizationId } = caller;
  const session = await lockVisibleSession(tx, caller, sessionId);
  const sent = line.client_nonce && (await repo.findSent(tx, caller, line.client_nonce));
  if (sent) {
    if (sent.session_id !== sessionId) throw nonceReused();
    return (await repo.readLine(tx, organizationId, sent.id)).message;
  }
  if (!session.isIn) throw fail('not_a_participant');
  await beside(session);
  const id = await repo.addLine(tx, caller, sessionId, line);
  if (!id) throw nonceReused();
  const written = await repo.readLine(tx, organizationId, id);
  sessionMessageCreated(tx, organizationId, written);
  return written.message;
}

const nonceReused = () =>
  fail('idempotency_key_reused', { error: 'This client_nonce was already used for a message in another session.' });
