import { z } from 'zod';
import { pageQuery } from './api/page.ts';
import { Id, Instant, paragraph, queryNumber } from './api/primitives.ts';
import { longestMessage, longestQuote } from './limits.ts';
import { Person } from './users/users.ts';

/**
 * The common part of messages in session chats and conversations. Each of the two adds its chat's id, its kinds, and a
 * part for each kind that is more than text.
 */
export const MessageBase = z.object({
  id: Id,
  seq: z.number().int().describe('Numbered within its chat, in server order.'),
  client_nonce: z.string().nullable().describe('Only for its sender; null for everyone else.'),
  sender: Person.nullable().describe('Null for a system message and for a hidden one.'),
  content: z
    .string()
    .describe(
      "A photo's is its caption, a poll's its question. Empty when the message is deleted, hidden, or of a kind without text.",
    ),
  is_hidden: z
    .boolean()
    .describe('True when sender or reader has blocked the other: the sender and the content are left out.'),
  created_at: Instant,
  edited_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
});
export type MessageBase = z.infer<typeof MessageBase>;

/** The kinds of messages in conversations. */
export const MessageKind = z.enum(['text', 'photo', 'session', 'poll', 'system']);

/** The beginning of the message that a reply answers. */
export const Quote = z
  .object({
    id: Id.nullable().describe('Null when the message is gone with its account, or not for the reader.'),
    seq: z.number().int(),
    state: z
      .enum(['shown', 'deleted', 'hidden'])
      .describe('Hidden: by a block, or because it is older than the membership of the reader.'),
    sender: Person.nullable().describe('Null unless it is shown.'),
    kind: MessageKind,
    content: z.string().describe(`Its first ${longestQuote} characters; empty unless it is shown.`),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

export const MessageText = paragraph({ max: longestMessage, required: 'Message is required' });

export const ClientNonce = Id.optional().describe('Unique for its sender, forever: a retry returns the first message.');

export const NewMessage = z.object({ content: MessageText, client_nonce: ClientNonce });

const seqLimit = (smallest: number, text: string) =>
  queryNumber(smallest, Number.MAX_SAFE_INTEGER).optional().describe(text);

/** By `seq` if given, else by page; newest first. */
export const messagesQuery = pageQuery(50).extend({
  before: seqLimit(1, 'Only items older than this `seq`.'),
  after: seqLimit(0, 'Only items newer than this `seq`.'),
});
export type MessagesQuery = z.infer<typeof messagesQuery>;
