import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import type { MessagesQuery } from '@spotter/contract/messages.ts';
import {
  listSessionMessages as listEndpoint,
  type QuickAction,
  type SessionMessage,
} from '@spotter/contract/sessions/messages.ts';
import { findFirstSent, insertMessage, pageOfMessages } from '#features/messages/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Member } from '#platform/logins/callers.ts';
import { lockVisibleSession } from '../session-access.service.ts';
import type { LockedSession } from '../session-lock.repo.ts';
import { readerOf } from '../sessions.read.ts';
import { sessionMessageCreated, sessionMessageUpdated } from './session-messages.events.ts';
import * as repo from './session-messages.repo.ts';

/** The chat is for the people in the session. The gym's managers read what is reported from it. */
export const listSessionMessages = (ctx: MemberCtx, id: string, query: MessagesQuery) =>
  pageOfMessages(listEndpoint, id, query, async (span) => {
    const found = await repo.readChat(ctx.read, readerOf(ctx), id, span);
    if (!found) throw fail('session_not_found');
    if (!found.may_read) throw fail('access_denied', { error: 'Join the session to see its chat.' });
    return found;
  });

export async function sendSessionMessage(
  ctx: MemberCtx,
  id: string,
  { content, client_nonce }: { content: string; client_nonce?: string | undefined },
): Promise<SessionMessage> {
  return ctx.tx((tx) => sendOnce(tx, ctx.caller, id, { kind: 'text', content, client_nonce }));
}

type Text = { kind: 'text'; content: string };
type Tap = { kind: 'quick_action'; parts: { action: QuickAction; details: object } };
type Options = {
  /** Why the session does not accept this message now. */
  refusal?: (session: LockedSession) => ErrorCode | null;
  /** Side effects of a new message. */
  alongside?: (session: LockedSession) => Promise<void>;
};

/** Writes a message into a session's chat once, and notifies the others. */
export async function sendOnce(
  tx: Db,
  caller: Member,
  sessionId: string,
  message: (Text | Tap) & { client_nonce: string | undefined },
  { refusal = () => null, alongside = async () => {} }: Options = {},
): Promise<SessionMessage> {
  const { organizationId } = caller;
  const written = { ...message, id: newId() };
  const locking = lockVisibleSession(tx, caller, sessionId);
  // Locked, written and read back in one round trip. A refusal undoes it; a repeated message is read again by its first id.
  insertMessage(tx, repo.sessionMessages, caller, sessionId, written);
  const [session, sent] = await Promise.all([locking, repo.findMessage(tx, organizationId, written.id)]);
  const code = session.isIn ? refusal(session) : 'not_a_participant';
  const refused = code && fail(code);
  if (!sent) {
    const first = await findFirstSent(tx, repo.sessionMessages, caller, sessionId, written, refused);
    return (await repo.findMessage(tx, organizationId, first))!.message;
  }
  if (refused) throw refused;
  await alongside(session);
  sessionMessageCreated(tx, organizationId, sent);
  return sent.message;
}

/** Removes a reported message, and shows everyone that one was there. */
export async function removeSessionMessage(tx: Db, organizationId: string, id: string): Promise<void> {
  if (!(await repo.removeMessage(tx, organizationId, id))) return;
  const removed = await repo.findMessage(tx, organizationId, id);
  if (removed) sessionMessageUpdated(tx, organizationId, removed);
}
