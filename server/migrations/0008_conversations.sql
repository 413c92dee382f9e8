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
  constraint conversations_members check (member_count <= case kind when 'direct' then 2 else 256 end)
);
create index conversations_by_high on conversations (organization_id, user_high_id) where user_high_id is not null;
create index conversations_by_creator on conversations (organization_id, created_by) where created_by is not null;
create trigger conversations_touch before update on conversations
  for each row execute function touch_updated_at();
create trigger conversations_start_empty before insert on conversations
  for each row when (new.member_count <> 0) execute function forbid_counter_change('member_count');
create trigger conversations_keep_count before update of member_count on conversations
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('member_count');

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
  primary key (organization_id, conversation_id, user_id),
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  check (last_read_seq >= joined_seq)
);
create index conversation_members_by_user on conversation_members (organization_id, user_id, conversation_id)
  include (last_read_seq, archived_at, muted_until);
create trigger conversation_members_keep_keys before update on conversation_members
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'user_id');

-- In a direct conversation only the pair itself can be members.
create function conversation_members_fit() returns trigger language plpgsql as $$
begin
  if exists (select from conversations c
      where c.organization_id = new.organization_id and c.id = new.conversation_id
        and c.kind = 'direct' and new.user_id not in (c.user_low_id, c.user_high_id)) then
    raise exception 'a direct conversation belongs to its pair'
      using errcode = 'check_violation', constraint = 'conversation_members_pair';
  end if;
  return new;
end $$;
create trigger conversation_members_fit before insert on conversation_members
  for each row execute function conversation_members_fit();

create function conversation_members_count() returns trigger language plpgsql as $$
begin
  update conversations c set member_count = c.member_count + added.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id;
  return null;
end $$;
create trigger conversation_members_count after insert on conversation_members
  referencing new table as changed for each statement execute function conversation_members_count();

create function conversation_members_uncount() returns trigger language plpgsql as $$
begin
  update conversations c set member_count = c.member_count - gone.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id;
  return null;
end $$;
create trigger conversation_members_uncount after delete on conversation_members
  referencing old table as changed for each statement execute function conversation_members_uncount();

create table messages (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null default 0,
  id uuid not null,
  -- null: a line by the app itself
  sender_id uuid,
  kind text not null default 'text' check (kind in ('text', 'session', 'system')),
  content text not null default '' check (length(content) <= 4000),
  -- the session a card shows; null again when that session is gone
  session_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 16384),
  client_nonce uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
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
  constraint messages_sent_once unique (organization_id, sender_id, client_nonce)
);
create index messages_by_session on messages (organization_id, session_id) where session_id is not null;
create trigger messages_keep_keys before update on messages
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'sender_id', 'client_nonce');

create function messages_number() returns trigger language plpgsql as $$
begin
  update conversations set last_seq = last_seq + 1, last_message_at = new.created_at
  where organization_id = new.organization_id and id = new.conversation_id
  returning last_seq into new.seq;
  return new;
end $$;
create trigger messages_number before insert on messages
  for each row when (new.seq = 0) execute function messages_number();

-- Rows that come with their numbers (many at once) move the counter as well.
create function messages_keep_up() returns trigger language plpgsql as $$
begin
  update conversations c set last_seq = added.seq, last_message_at = added.created_at
  from (select organization_id, conversation_id, max(seq) as seq, max(created_at) as created_at from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id and c.last_seq < added.seq;
  return null;
end $$;
create trigger messages_keep_up after insert on messages
  referencing new table as changed for each statement execute function messages_keep_up();
