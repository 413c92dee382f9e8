import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { Message } from '@spotter/contract/conversations.ts';
import type { listVotes as listVotesEndpoint, NewOption } from '@spotter/contract/message-polls.ts';
import { senderIsHidden } from '#features/messages/index.ts';
import { visibleSession } from '#features/sessions/index.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, run, send, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { lockConversation } from '../conversation-locks.repo.ts';
import { mine, readerValues } from '../conversations.read.ts';
import { readHeardMessage } from '../messages/heard-messages.read.ts';
import { sendOnce } from '../messages/send-message.service.ts';
import { pollVoted } from './polls.events.ts';

type NewPoll = { question: string; options: NewOption[]; client_nonce: string };

export function sendPoll(ctx: MemberCtx, id: string, { question, options, client_nonce }: NewPoll): Promise<Message> {
  const past = options.findIndex(({ starts_at }) => starts_at !== null && Date.parse(starts_at) <= ctx.now.getTime());
  if (past >= 0) {
    const error = 'This time has passed';
    throw fail('validation_failed', { error, details: { [`options.${past}.starts_at`]: [error] } });
  }
  const poll = { kind: 'poll', content: question, parts: { details: { options } }, client_nonce } as const;
  return ctx.tx((tx) => sendOnce(tx, ctx, id, poll));
}

type Asked = { conversationId: string; messageId: string };
type Place = { seq: number; options: number; is_closed: boolean };
const values = { organizationId: 'uuid', userId: 'uuid', conversationId: 'uuid' } as const;

/** The poll, where the reader may vote in it. Not in a message request: it would tell that it was read. */
const readable = `messages m where m.organization_id = $organizationId and m.conversation_id = c.id and m.id = $messageId
  and m.seq > me.joined_seq and m.kind = 'poll' and m.deleted_at is null and not ${senderIsHidden} and c.requested_by is null`;

const lockStatement = statement('lock-poll', { organizationId: 'uuid', messageId: 'uuid' })(
  'select from messages where organization_id = $organizationId and id = $messageId for no key update',
);
const placeStatement = statement('poll-place', { ...values, messageId: 'uuid' })<{ place: Place | null }>(
  `with ${hiddenCte} select (select json_build_object('seq', m.seq, 'options', jsonb_array_length(m.details -> 'options'),
    'is_closed', coalesce(m.details -> 'chosen', 'null') <> 'null')
  from ${readable}) as place from ${mine} and c.id = $conversationId`,
);

/** Under the poll's lock, so that two votes follow each other, and none comes after it was closed. */
async function lockOpenPoll(tx: Db, { caller }: MemberCtx, { conversationId, messageId }: Asked, options: number[]) {
  const { organizationId, userId } = caller;
  send(tx, lockStatement, { organizationId, messageId });
  const [found] = await run(tx, placeStatement, { organizationId, userId, conversationId, messageId });
  if (!found) throw fail('conversation_not_found');
  if (!found.place) throw fail('message_not_found');
  if (found.place.is_closed) throw fail('poll_closed');
  if (options.some((option) => option >= found.place!.options)) {
    const error = 'Please choose one of the options';
    throw fail('validation_failed', { error, details: { options: [error] } });
  }
  return { organizationId, conversationId, seq: found.place.seq };
}

const withdrawStatement = statement('withdraw-votes', { ...values, seq: 'bigint', options: 'int[]' })<{
  option: number;
}>(
  `delete from poll_votes where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq
    and user_id = $userId and option <> all($options) returning option`,
);
const voteStatement = statement('vote', { ...values, seq: 'bigint', options: 'int[]' })<{ option: number }>(
  `insert into poll_votes (organization_id, conversation_id, seq, user_id, option)
  select distinct $organizationId, $conversationId, $seq, $userId, option from unnest($options) option
  on conflict do nothing returning option`,
);

export function votePoll(ctx: MemberCtx, asked: Asked, options: number[]): Promise<Message> {
  const { userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const poll = await lockOpenPoll(tx, ctx, asked, options);
    const [withdrawn, given] = await Promise.all([
      run(tx, withdrawStatement, { ...poll, userId, options }),
      run(tx, voteStatement, { ...poll, userId, options }),
    ]);
    if (withdrawn.length + given.length > 0) await pollVoted(tx, { ...poll, userId, messageId: asked.messageId });
    return (await readHeardMessage(readsOf(tx), ctx.caller, asked.messageId))!.message;
  });
}

const listStatement = statement('poll-votes', { ...values, messageId: 'uuid' })<{
  votes: Returns<typeof listVotesEndpoint> | null;
}>(
  `with ${hiddenCte} select (select (select coalesce(json_agg(json_build_object('option', v.option, 'user', ${personJsonSql('p')})
      order by v.created_at, p.id, v.option), '[]')
    from poll_votes v join users p on p.id = v.user_id
    where v.organization_id = $organizationId and v.conversation_id = c.id and v.seq = m.seq and not ${isHidden('v.user_id')})
  from ${readable}) as votes from ${mine} and c.id = $conversationId`,
);

/** Members hidden from the caller are left out. */
export async function listVotes({ read, caller }: MemberCtx, asked: Asked) {
  const { organizationId, userId } = caller;
  const [found] = await read(listStatement, { organizationId, userId, ...asked });
  if (!found) throw fail('conversation_not_found');
  if (!found.votes) throw fail('message_not_found');
  return found.votes;
}

const hostedStatement = statement('hosted-session', { ...readerValues, id: 'uuid' })(
  `with ${hiddenCte} select from sessions s where s.id = $id and s.creator_id = $userId and s.status = 'active' and ${visibleSession}`,
);
const settleStatement = statement('settle-poll', {
  organizationId: 'uuid',
  conversationId: 'uuid',
  seq: 'bigint',
  option: 'int',
})(
  `update messages set details = jsonb_set(details, '{chosen}', to_jsonb($option))
  where organization_id = $organizationId and conversation_id = $conversationId and seq = $seq`,
);

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
    const [session] = await run(tx, hostedStatement, { ...caller, id: session_id });
    if (!session) throw fail('session_not_found');
    send(tx, settleStatement, { ...poll, option });
    await pollVoted(tx, { ...poll, userId: caller.userId, messageId: asked.messageId });
    await sendOnce(tx, ctx, asked.conversationId, { kind: 'session', parts: { session_id } });
    return (await readHeardMessage(readsOf(tx), caller, asked.messageId))!.message;
  });
}
