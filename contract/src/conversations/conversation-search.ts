import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { beforeId, pageOf, pageQuery } from '../api/page.ts';
import { Id, Instant, line } from '../api/primitives.ts';
import { Person } from '../users/users.ts';

export const FoundMessage = z
  .object({
    message_id: Id,
    conversation_id: Id,
    conversation_name: z.string().describe("The group's name, or the other person's."),
    seq: z.number().int(),
    sender: Person,
    excerpt: z
      .array(z.object({ text: z.string(), is_match: z.boolean() }))
      .describe('The part of the message around the first word found, in pieces.'),
    created_at: Instant,
  })
  .meta({ id: 'FoundMessage' });
export type FoundMessage = z.infer<typeof FoundMessage>;

/** Beyond this number found messages are not counted. */
export const mostCounted = 250;

export const searchMessages = endpoint({
  method: 'GET',
  path: '/conversations/search/',
  access: 'member',
  replica: true,
  shows: 'private',
  cost: 10,
  summary: 'Messages with all of these words, the last one perhaps unfinished, newest first.',
  query: pageQuery(20)
    .pick({ page_size: true })
    .extend({
      q: line({ max: 100 }),
      conversation_id: Id.optional().describe('Only messages of this conversation.'),
      before: beforeId,
    }),
  returns: pageOf(FoundMessage).extend({
    count: z.number().int().describe(`The total number of messages, counted up to ${mostCounted}.`),
  }),
});
