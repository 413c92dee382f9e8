import type { Message } from '@spotter/contract/conversations/conversations.ts';
import type { NewOption } from '@spotter/contract/conversations/message-polls.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { readHeardMessage } from '../heard-messages.read.ts';
import { sendOnce } from '../messages/send-message.service.ts';
import { pollVoted } from './polls.events.ts';
import { findGym, hostsSession, insertVotes, lockPoll, readVotes, setChosen, withdrawVotes } from './polls.repo.ts';

type NewPoll = { question: string; options: NewOption[]; gym_id: string | null; client_nonce: string };

export function sendPoll(
  ctx: MemberCtx,
  id: string,
  { question, options, gym_id, client_nonce }: NewPoll,
): Promise<Message> {
  const past = options.findIndex(({ starts_at }) => starts_at !== null && Date.parse(starts_at) <= ctx.now.getTime());
  if (past >= 0) {
    const error = 'This time has passed';
    throw fail('validation_failed', { error, ...fieldError(`options.${past}.starts_at`, error) });
  }
  return ctx.tx(async (tx) => {
    const gym = gym_id ? await findGym(tx, ctx.caller, gym_id) : null;
    if (gym === undefined) throw fail('gym_not_found');
    const parts = { details: { options, gym } };
    return sendOnce(tx, ctx, id, { kind: 'poll', content: question, parts, client_nonce });
  });
}

type Asked = { conversationId: string; messageId: string };
/** Under the poll's lock, so that two votes follow each other, and none comes after it was closed. */
async function lockOpenPoll(tx: Db, { caller }: MemberCtx, { conversationId, messageId }: Asked, options: number[]) {
  const { organizationId, userId } = caller;
  const found = await lockPoll(tx, { organizationId, userId, conversationId, messageId });
  if (!found) throw fail('conversation_not_found');
  if (!found.place) throw fail('message_not_found');
  if (found.place.is_closed) throw fail('poll_closed');
  if (options.some((option) => option >= found.place!.options)) {
    const error = 'Please choose one of the options';
    throw fail('validation_failed', { error, ...fieldError('options', error) });
  }
  return { organizationId, conversationId, seq: found.place.seq };
}

export function votePoll(ctx: MemberCtx, asked: Asked, options: number[]): Promise<Message> {
  const { userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const poll = await lockOpenPoll(tx, ctx, asked, options);
    const [withdrawn, given] = await Promise.all([
      withdrawVotes(tx, { ...poll, userId }, options),
      insertVotes(tx, { ...poll, userId }, options),
    ]);
    if (withdrawn + given > 0) await pollVoted(tx, { ...poll, userId, messageId: asked.messageId });
    return (await readHeardMessage(readsOf(tx), ctx.caller, asked.messageId))!.message;
  });
}

/** Members hidden from the caller are left out. */
export async function listVotes({ read, caller }: MemberCtx, asked: Asked) {
  const { organizationId, userId } = caller;
  const found = await readVotes(read, { organizationId, userId, ...asked });
  if (!found) throw fail('conversation_not_found');
  if (!found.votes) throw fail('message_not_found');
  return found.votes;
}

/** The first one closes the poll; the session's card follows it in the chat. */
export function settlePoll(
  ctx: MemberCtx,
  asked: Asked,
  { option, session_id }: { option: number; session_id: string },
) {
  const { caller } = ctx;
  return ctx.tx(async (tx): Promise<Message> => {
    await lockConversation(tx, caller, asked.conversationId);
    const poll = await lockOpenPoll(tx, ctx, asked, [option]);
    if (!(await hostsSession(tx, caller, session_id))) throw fail('session_not_found');
    setChosen(tx, poll, option);
    await pollVoted(tx, { ...poll, userId: caller.userId, messageId: asked.messageId });
    await sendOnce(tx, ctx, asked.conversationId, { kind: 'session', parts: { session_id } });
    return (await readHeardMessage(readsOf(tx), caller, asked.messageId))!.message;
  });
}
