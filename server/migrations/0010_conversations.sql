-- Searching messages by the day they were sent, so that a search for a common word ends with the newest ones. The space in
-- a day's term keeps it from being a word of a message.
create function message_day(sent timestamptz) returns int language sql immutable parallel safe as $$
  select (sent at time zone 'UTC')::date - date '2000-01-01'
$$;

-- Searching messages. The words of a message as people type them, and its conversation as one more word, so that a single
-- index finds words and conversations together.
create function message_terms(conversation uuid, sent timestamptz, content text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', public.fold_name(translate(content, '.,;:!?/\_@#()[]{}<>"*', repeat(' ', 21))))
    || array_to_tsvector(array['c' || replace(conversation::text, '-', ''), 'd ' || public.message_day(sent)])
$$;

-- Conversations. Exactly one direct conversation for each pair; messages numbered without gaps by the conversation's row;
-- what is unread is last_seq - last_read_seq.
create table conversations (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('direct', 'group')),
  name text check (length(name) between 1 and 80),
  user_low_id uuid,
  user_high_id uuid,
  created_by uuid,
  member_count int not null default 0 check (member_count >= 0),
  last_seq bigint not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who typed a group's name: it goes with their account.
  name_by uuid,
  -- A group's picture goes with the account of the member who chose it, like its name.
  picture_key text references files,
  picture_by uuid,
  -- A first message to somebody who is no friend is a request until the receiver accepts it. While it waits, or is declined,
  -- requested_by is its sender.
  requested_by uuid,
  declined_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_low_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, user_high_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, created_by) references users (organization_id, id) on delete set null (created_by),
  constraint conversations_one_a_pair unique (organization_id, user_low_id, user_high_id),
  constraint conversations_kind check (
    case kind
      when 'direct' then name is null and user_low_id is not null and user_high_id is not null and user_low_id < user_high_id
      else name is not null and user_low_id is null and user_high_id is null
    end),
  constraint conversations_members check (member_count <= case kind when 'direct' then 2 else 256 end),
  foreign key (organization_id, name_by) references users (organization_id, id) on delete set null (name_by),
  foreign key (organization_id, picture_by) references users (organization_id, id) on delete set null (picture_by),
  constraint conversations_picture check (picture_key is null or kind = 'group'),
  constraint conversations_request check (
    requested_by is null or kind = 'direct' and requested_by in (user_low_id, user_high_id)),
  constraint conversations_declined check (declined_at is null or requested_by is not null)
);
create index conversations_by_high on conversations (organization_id, user_high_id) where user_high_id is not null;
create index conversations_by_creator on conversations (organization_id, created_by) where created_by is not null;
create index conversations_by_name_by on conversations (organization_id, name_by) where name_by is not null;
create index conversations_by_picture on conversations (picture_key) where picture_key is not null;
create index conversations_by_picture_by on conversations (organization_id, picture_by) where picture_by is not null;
select build_tenant_wall('conversations');

create table conversation_members (
  organization_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  role text not null default 'member' check (role in ('member', 'admin')),
  joined_at timestamptz not null default now(),
  -- messages from before a member joined are not theirs to read
  joined_seq bigint not null default 0,
  last_read_seq bigint not null default 0,
  -- 'infinity' while muted without an end
  muted_until timestamptz,
  archived_at timestamptz,
  -- The newest message that one of the member's devices has. Reading says the same, so this may stay behind last_read_seq.
  delivered_seq bigint not null default 0,
  primary key (organization_id, conversation_id, user_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  check (last_read_seq >= joined_seq)
);
create index conversation_members_by_user on conversation_members (organization_id, user_id, conversation_id)
  include (last_read_seq, archived_at, muted_until);
select build_tenant_wall('conversation_members');

create table messages (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null default 0,
  id uuid not null,
  -- null: a line by the app itself
  sender_id uuid,
  kind text not null default 'text',
  content text not null default '' check (length(content) <= 4000),
  -- the session a card shows; null again when that session is gone
  session_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 16384),
  client_nonce uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Without a foreign key: the quoted message may go with its sender's account, and the reply then says so.
  reply_to_seq bigint,
  photo_key text references files,
  photo_width int check (photo_width > 0),
  photo_height int check (photo_height > 0),
  reaction_count int not null default 0 check (reaction_count >= 0),
  primary key (organization_id, conversation_id, seq),
  unique (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, sender_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete set null (session_id),
  constraint messages_seq check (seq > 0),
  constraint messages_sender check ((kind = 'system') = (sender_id is null)),
  constraint messages_session check (session_id is null or kind = 'session'),
  constraint messages_deleted check (deleted_at is null or content = ''),
  -- for ever: a retry at any time finds the first message
  constraint messages_sent_once unique (organization_id, sender_id, client_nonce),
  constraint messages_reply check (reply_to_seq < seq),
  constraint messages_photo check (
    photo_key is null and photo_width is null and photo_height is null and (kind <> 'photo' or deleted_at is not null)
    or kind = 'photo' and deleted_at is null and photo_key is not null and photo_width is not null and photo_height is not null),
  -- Polls in conversations: a message whose details hold the options, and a row for each vote. A vote goes with its poll and
  -- with the account that gave it.
  constraint messages_kind check (kind in ('text', 'photo', 'session', 'poll', 'system'))
);
create index messages_by_session on messages (organization_id, session_id) where session_id is not null;
create index messages_by_notice on messages (organization_id, conversation_id) where kind = 'system';
create unique index messages_by_photo on messages (photo_key) where photo_key is not null;
create index messages_by_reply on messages (organization_id, conversation_id, reply_to_seq) where reply_to_seq is not null;
create index messages_by_terms on messages using gin (message_terms(conversation_id, created_at, content))
  where kind <> 'system' and deleted_at is null;
select build_tenant_wall('messages');

create table message_reactions (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  user_id uuid not null,
  emoji text collate "C" not null check (length(emoji) between 1 and 16),
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, seq, user_id, emoji),
  foreign key (organization_id, conversation_id, seq)
    references messages (organization_id, conversation_id, seq) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index message_reactions_by_user on message_reactions (organization_id, user_id);
select build_tenant_wall('message_reactions');

-- Messages that a conversation keeps in sight. A pin goes with its message, and stays when the account of who pinned it goes.
create table pinned_messages (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  pinned_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, seq),
  foreign key (organization_id, conversation_id, seq)
    references messages (organization_id, conversation_id, seq) on delete cascade,
  foreign key (organization_id, pinned_by) references users (organization_id, id) on delete set null (pinned_by)
);
create index pinned_messages_by_member on pinned_messages (organization_id, pinned_by) where pinned_by is not null;
select build_tenant_wall('pinned_messages');

create table poll_votes (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  user_id uuid not null,
  option int not null check (option between 0 and 9),
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, seq, user_id, option),
  foreign key (organization_id, conversation_id, seq)
    references messages (organization_id, conversation_id, seq) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index poll_votes_by_user on poll_votes (organization_id, user_id);
select build_tenant_wall('poll_votes');

-- A link with which people of the same gym join a group; a group has one at most. It goes with the account that made it.
create table group_links (
  organization_id uuid not null,
  conversation_id uuid not null,
  token text collate "C" not null unique check (length(token) between 16 and 64),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, created_by) references users (organization_id, id) on delete cascade
);
create index group_links_by_member on group_links (organization_id, created_by);
select build_tenant_wall('group_links');
