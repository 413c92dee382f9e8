import type { Conversation, Message } from '@spotter/contract/conversations/conversations.ts';
import { testUser } from './session.ts';

let count = 0;

/** A text by Ben in the conversation `pair`. */
export const testMessage = (over: Partial<Message> = {}): Message => ({
  id: `m${++count}`,
  conversation_id: 'pair',
  seq: count,
  client_nonce: null,
  kind: 'text',
  sender: testUser('ben'),
  content: 'Six tomorrow?',
  is_hidden: false,
  session: null,
  notice: null,
  photo: null,
  poll: null,
  reply_to: null,
  reactions: [],
  created_at: '2026-11-15T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  ...over,
});

type Member = Conversation['participants'][number];

export const testMember = (id: string, over: Partial<Member> = {}): Member => ({
  ...testUser(id),
  is_admin: false,
  last_read_seq: 0,
  joined_seq: 0,
  delivered_seq: 0,
  ...over,
});

/** Ana and Ben, who have written nothing yet. */
export const testConversation = (over: Partial<Conversation> = {}): Conversation => ({
  id: 'pair',
  type: 'direct',
  name: null,
  picture_url: null,
  participants: [testMember('ana'), testMember('ben')],
  last_message: null,
  request: null,
  last_seq: 0,
  unread_count: 0,
  is_archived: false,
  is_muted: false,
  muted_until: null,
  has_pins: false,
  can_manage: false,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
  ...over,
});
