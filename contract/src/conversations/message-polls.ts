import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, InstantInput, line } from '../api/primitives.ts';
import { longestPollOption, longestQuestion, pollOptions } from '../limits.ts';
import { Person } from '../users/users.ts';
import { Message, messageParams } from './conversations.ts';

const NewOption = z
  .object({
    text: line({ max: longestPollOption }).describe('May be empty beside a time.'),
    starts_at: InstantInput.nullable().default(null).describe('A time to train at.'),
  })
  .refine(({ text, starts_at }) => text !== '' || starts_at !== null, { error: 'Write something', path: ['text'] });
export type NewOption = z.output<typeof NewOption>;

const place = z
  .number()
  .int()
  .min(0)
  .max(pollOptions.most - 1);

export const sendPoll = endpoint({
  method: 'POST',
  path: '/conversations/:id/polls/',
  access: 'member',
  shows: 'private',
  sentOnce: true,
  summary: 'Ask a conversation a question with options; it is sent once however often it is retried.',
  params: byId,
  body: z.object({
    question: line({ max: longestQuestion, required: 'Ask a question' }),
    options: z
      .array(NewOption)
      .min(pollOptions.least, `Give at least ${pollOptions.least} options`)
      .max(pollOptions.most, `Give at most ${pollOptions.most} options`),
    gym_id: Id.nullable().default(null).describe("One of the caller's gyms, by whose clock the times are."),
    client_nonce: Id.describe('Unique for its sender, forever: a retry returns the first message.'),
  }),
  returns: Message,
  status: 201,
  errors: ['conversation_not_found', 'gym_not_found', 'message_request_waits', 'request_needs_text'],
  limit: 'message',
});

export const votePoll = endpoint({
  method: 'PUT',
  path: '/conversations/:id/messages/:messageId/votes/',
  access: 'member',
  shows: 'private',
  summary: "Set the caller's votes in a poll, which replace earlier ones; none takes them back.",
  params: messageParams,
  body: z.object({ options: z.array(place).max(pollOptions.most) }),
  returns: Message,
  errors: ['conversation_not_found', 'message_not_found', 'poll_closed'],
  limit: 'message',
});

export const listVotes = endpoint({
  method: 'GET',
  path: '/conversations/:id/messages/:messageId/votes/',
  access: 'member',
  summary: 'Who voted for what in a poll, in the order of their votes.',
  params: messageParams,
  returns: z.array(z.object({ option: z.number().int(), user: Person })),
  errors: ['conversation_not_found', 'message_not_found'],
});

export const settlePoll = endpoint({
  method: 'POST',
  path: '/conversations/:id/messages/:messageId/settle/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  sentOnce: true,
  summary: "Close a poll with a session that the caller hosts, and send the session's card to the conversation.",
  params: messageParams,
  body: z.object({ option: place, session_id: Id }),
  returns: Message,
  errors: ['conversation_not_found', 'message_not_found', 'poll_closed', 'session_not_found'],
  limit: 'message',
});
