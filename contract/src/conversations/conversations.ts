import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery, Since } from '../api/page.ts';
import { byId, FileUrl, Id, Instant, idList, line, queryFlag } from '../api/primitives.ts';
import { largestGroup, longestGroupName } from '../limits.ts';
import { MessageBase, MessageKind, MessageText, messagesQuery, NewMessage, Quote } from '../messages.ts';
import { WorkoutType } from '../sessions/sessions.ts';
import { Person } from '../users/users.ts';
import { Poll } from './polls.ts';
import { Reaction } from './reactions.ts';

const GroupName = line({ max: longestGroupName, required: 'Name is required' });

export const Message = MessageBase.extend({
  conversation_id: Id,
  kind: MessageKind,
  reply_to: Quote.nullable().describe('The message that this one answers.'),
  photo: z
    .object({ width: z.number().int(), height: z.number().int() })
    .nullable()
    .describe('The size of a photo in pixels; `getMessagePhoto` sends it.'),
  poll: Poll.nullable(),
  reactions: z.array(Reaction).describe('Without those of members whom the reader does not see.'),
  session: z
    .object({ id: Id, title: z.string(), workout_type: WorkoutType, start_time: Instant, gym_name: z.string() })
    .nullable()
    .describe('The card of a shared session; null for a reader who may not see that session.'),
  notice: z
    .object({
      action: z.enum([
        'created',
        'added',
        'joined',
        'removed',
        'left',
        'renamed',
        'promoted',
        'demoted',
        'inherited',
        'pictured',
        'unpictured',
        'pinned',
      ]),
      actor: Person.nullable().describe('Null when the account is deleted or hidden from the reader.'),
      people: z.array(Person).describe('Those who were added, removed, promoted or demoted.'),
      name: z.string().nullable().describe("The group's new name."),
    })
    .nullable()
    .describe('What a system message reports.'),
}).meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

export const Conversation = z
  .object({
    id: Id,
    type: z.enum(['direct', 'group']),
    name: z.string().nullable().describe("A group's name."),
    picture_url: FileUrl.nullable().describe("A group's picture."),
    participants: z.array(
      Person.extend({
        is_admin: z.boolean(),
        last_read_seq: z.number().int().describe('0 when nothing was read yet.'),
        joined_seq: z.number().int().describe('Messages up to this number are from before they joined.'),
        delivered_seq: z
          .number()
          .int()
          .describe('The newest message that one of their devices has; in a group, that they have read.'),
      }),
    ),
    last_message: Message.nullable(),
    last_seq: z.number().int(),
    request: z
      .enum(['sent', 'received', 'declined'])
      .nullable()
      .describe('A first message that waits to be accepted. A declined one is still `sent` for its sender.'),
    unread_count: z.number().int().describe('0 for a message request.'),
    is_archived: z.boolean(),
    is_muted: z.boolean(),
    muted_until: Instant.nullable().describe('Null while muted: until unmuted.'),
    has_pins: z.boolean().describe('Whether `listPinnedMessages` may have some.'),
    can_manage: z.boolean().describe('Is an admin of the group: may rename it, and add, remove and promote people.'),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const listConversations = endpoint({
  method: 'GET',
  path: '/conversations/',
  access: 'member',
  shows: 'private',
  cost: 5,
  summary: "The caller's conversations, most recent message first; with `requests`, message requests to answer.",
  query: pageQuery(30).extend({
    archived: queryFlag.default(false),
    requests: queryFlag.default(false),
    q: line({ max: 100 })
      .optional()
      .describe("Only those with these words in the group's or a member's name, archived or not."),
  }),
  returns: pageOf(Conversation),
});

/** Badges show no more than 99. */
export const mostUnreadConversations = 100;

export const listUnreadConversations = endpoint({
  method: 'GET',
  path: '/conversations/unread/',
  access: 'member',
  summary: 'Which conversations have unread messages; muted ones count too.',
  returns: z.object({
    conversation_ids: z.array(Id).describe(`Most recent message first, ${mostUnreadConversations} at most.`),
  }),
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/conversations/:id/',
  access: 'member',
  shows: 'private',
  summary: 'One conversation.',
  params: byId,
  returns: Conversation,
  errors: ['conversation_not_found'],
});

/** Of a message in a conversation. */
export const messageParams = z.object({ id: Id, messageId: Id });

export const ReplyToId = Id.optional().describe('The message of the same conversation that this one answers.');

export const updateConversation = endpoint({
  method: 'PATCH',
  path: '/conversations/:id/',
  access: 'member',
  shows: 'private',
  summary: 'Rename a group.',
  params: byId,
  body: z.object({ name: GroupName }),
  returns: Conversation,
  errors: ['conversation_not_found', 'group_only', 'access_denied'],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/conversations/:id/messages/',
  access: 'member',
  shows: 'private',
  cost: 5,
  summary: "A conversation's messages, newest first.",
  params: byId,
  query: messagesQuery,
  returns: pageOf(Message),
  errors: ['conversation_not_found'],
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/conversations/:id/send_message/',
  access: 'member',
  shows: 'private',
  sentOnce: true,
  summary: 'Write a message; it is sent once however often it is retried.',
  params: byId,
  body: NewMessage.extend({ reply_to_id: ReplyToId }),
  returns: Message,
  status: 201,
  errors: ['conversation_not_found', 'message_request_waits'],
  limit: 'message',
});

export const editMessage = endpoint({
  method: 'PATCH',
  path: '/conversations/:id/messages/:messageId/',
  access: 'member',
  shows: 'private',
  summary: "Edit one of the caller's messages, or a photo's caption, within 15 minutes.",
  params: messageParams,
  body: z.object({ content: MessageText }),
  returns: Message,
  errors: ['conversation_not_found', 'message_not_found', 'access_denied', 'message_locked'],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/conversations/:id/messages/:messageId/',
  access: 'member',
  summary: "Delete one of the caller's messages within 15 minutes.",
  params: messageParams,
  errors: ['conversation_not_found', 'message_not_found', 'access_denied', 'message_locked'],
});

export const markConversationRead = endpoint({
  method: 'PATCH',
  path: '/conversations/:id/read/',
  access: 'member',
  shows: 'private',
  summary: 'Mark everything read up to a message, or all of it.',
  params: byId,
  body: z.object({ last_read_seq: z.number().int().min(0).optional() }),
  returns: Conversation,
  errors: ['conversation_not_found'],
});

export const markMessagesDelivered = endpoint({
  method: 'POST',
  path: '/conversations/delivered/',
  access: 'member',
  forgets: true,
  summary: 'Acknowledge the newest messages that this device has; senders see it in direct conversations.',
  body: z.object({
    conversations: z
      .array(z.object({ id: Id, seq: z.number().int().min(0) }))
      .min(1)
      .max(100),
  }),
});

export const openDirectConversation = endpoint({
  method: 'POST',
  path: '/conversations/direct/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  summary: 'The conversation with another member; each pair has exactly one.',
  body: z.object({ user_id: Id }),
  returns: Conversation,
  errors: ['user_not_found', 'not_yourself'],
});

export const createGroupConversation = endpoint({
  method: 'POST',
  path: '/conversations/group/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  cost: 50,
  summary: 'Start a group.',
  body: z.object({ name: GroupName, user_ids: idList(largestGroup - 1) }),
  returns: Conversation,
  status: 201,
  errors: ['user_not_found', 'not_acquainted'],
  limit: 'create',
});

export const listConversationUpdates = endpoint({
  method: 'GET',
  path: '/conversations/updates/',
  access: 'member',
  shows: 'private',
  summary: 'Everything that has changed since a cursor, for a client without live events.',
  query: z.object({ since: Since.optional().describe('Absent: the answer holds only the current cursor.') }),
  returns: z.object({
    cursor: z.string(),
    has_more: z.boolean(),
    is_reset: z.boolean().describe('Too much was missed: fetch everything again, then go on from the cursor.'),
    conversations: z.array(Conversation).describe('Those that changed, as they are now.'),
    left: z.array(Id).describe('Conversations the caller is no longer in.'),
    messages: z.array(Message).describe('Those sent, edited or deleted, as they are now; oldest first.'),
  }),
});

function stateChange<const A extends 'archive' | 'unarchive' | 'unmute'>(action: A, summary: string) {
  return endpoint({
    method: 'POST',
    path: `/conversations/:id/${action}/`,
    access: 'member',
    shows: 'private',
    summary,
    params: byId,
    returns: Conversation,
    errors: ['conversation_not_found'],
  });
}

export const archiveConversation = stateChange('archive', 'Archive a conversation until the next message.');
export const unarchiveConversation = stateChange('unarchive', 'Unarchive a conversation.');
export const unmuteConversation = stateChange('unmute', 'Unmute a conversation.');

export const acceptConversation = endpoint({
  method: 'POST',
  path: '/conversations/:id/accept/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  summary: 'Accept a message request; writing to its sender does the same.',
  params: byId,
  returns: Conversation,
  errors: ['conversation_not_found', 'message_request_waits'],
});

export const declineConversation = endpoint({
  method: 'POST',
  path: '/conversations/:id/decline/',
  access: 'member',
  emulating: 'refused',
  summary: 'Decline a message request; its sender is not told and cannot write again.',
  params: byId,
  errors: ['conversation_not_found', 'no_message_request'],
});

export const MuteDuration = z.enum(['1h', '8h', '1d', '1w', 'indefinite']);
export type MuteDuration = z.infer<typeof MuteDuration>;

export const muteConversation = endpoint({
  method: 'POST',
  path: '/conversations/:id/mute/',
  access: 'member',
  shows: 'private',
  summary: 'Mute a conversation for a while; unread messages still count.',
  params: byId,
  body: z.object({ duration: MuteDuration.default('indefinite') }),
  returns: Conversation,
  errors: ['conversation_not_found'],
});

export const addParticipants = endpoint({
  method: 'POST',
  path: '/conversations/:id/add_participants/',
  access: 'member',
  shows: 'private',
  summary: 'Add people to a group.',
  params: byId,
  body: z.object({ user_ids: idList(largestGroup) }),
  returns: Conversation,
  errors: ['conversation_not_found', 'user_not_found', 'not_acquainted', 'group_only', 'group_full', 'access_denied'],
  limit: 'message',
});

export const removeParticipants = endpoint({
  method: 'POST',
  path: '/conversations/:id/remove_participants/',
  access: 'member',
  shows: 'private',
  summary: 'Remove people from a group.',
  params: byId,
  body: z.object({ user_ids: idList(largestGroup) }),
  returns: Conversation,
  errors: ['conversation_not_found', 'user_not_found', 'not_yourself', 'group_only', 'access_denied'],
});

export const addAdmins = endpoint({
  method: 'POST',
  path: '/conversations/:id/add_admins/',
  access: 'member',
  shows: 'private',
  summary: 'Make members of a group admins.',
  params: byId,
  body: z.object({ user_ids: idList(largestGroup) }),
  returns: Conversation,
  errors: ['conversation_not_found', 'user_not_found', 'group_only', 'access_denied'],
});

export const removeAdmins = endpoint({
  method: 'POST',
  path: '/conversations/:id/remove_admins/',
  access: 'member',
  shows: 'private',
  summary: 'Make admins of a group, possibly oneself, members again. One admin always stays.',
  params: byId,
  body: z.object({ user_ids: idList(largestGroup) }),
  returns: Conversation,
  errors: ['conversation_not_found', 'user_not_found', 'group_only', 'access_denied', 'last_group_admin'],
});

export const leaveConversation = endpoint({
  method: 'POST',
  path: '/conversations/:id/leave/',
  access: 'member',
  summary: 'Leave a group.',
  params: byId,
  errors: ['conversation_not_found', 'group_only'],
});

export const sendTyping = endpoint({
  method: 'POST',
  path: '/conversations/:id/typing/',
  access: 'member',
  summary: 'Show the others that the caller is typing; never stored.',
  params: byId,
  errors: ['conversation_not_found'],
  limit: 'typing',
});
