alter table messages
  -- Without a foreign key: the quoted message may go with its sender's account, and the reply then says so.
  add column reply_to_seq bigint,
  add column photo_key text references files,
  add column photo_width int check (photo_width > 0),
  add column photo_height int check (photo_height > 0),
  add column reaction_count int not null default 0 check (reaction_count >= 0),
  drop constraint messages_kind_check,
  add constraint messages_kind check (kind in ('text', 'photo', 'session', 'system')),
  add constraint messages_reply check (reply_to_seq < seq),
  add constraint messages_photo check (
    photo_key is null and photo_width is null and photo_height is null and (kind <> 'photo' or deleted_at is not null)
    or kind = 'photo' and deleted_at is null and photo_key is not null and photo_width is not null and photo_height is not null);
create unique index messages_by_photo on messages (photo_key) where photo_key is not null;
create index messages_by_reply on messages (organization_id, conversation_id, reply_to_seq) where reply_to_seq is not null;

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
create trigger message_reactions_stay before update on message_reactions
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'user_id', 'emoji');

-- Messages without reactions, nearly all of them, are read without a look into the table.
create function message_reactions_count() returns trigger language plpgsql as $$
begin
  update messages m set reaction_count = m.reaction_count + changes.number
  from (select organization_id, conversation_id, seq, case tg_op when 'INSERT' then count(*) else -count(*) end as number
    from changed group by 1, 2, 3) changes
  where m.organization_id = changes.organization_id and m.conversation_id = changes.conversation_id and m.seq = changes.seq;
  return null;
end $$;
create trigger message_reactions_count after insert on message_reactions
  referencing new table as changed for each statement execute function message_reactions_count();
create trigger message_reactions_uncount after delete on message_reactions
  referencing old table as changed for each statement execute function message_reactions_count();
create trigger messages_keep_count before update of reaction_count on messages
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('reaction_count');

-- The newest message that one of the member's devices has. Reading says the same, so this may stay behind last_read_seq.
alter table conversation_members add column delivered_seq bigint not null default 0;

-- A group's picture goes with the account of the member who chose it, like its name.
alter table conversations
  add column picture_key text references files,
  add column picture_by uuid,
  add foreign key (organization_id, picture_by) references users (organization_id, id) on delete set null (picture_by),
  add constraint conversations_picture check (picture_key is null or kind = 'group');
create index conversations_by_picture on conversations (picture_key) where picture_key is not null;
create index conversations_by_picture_by on conversations (organization_id, picture_by) where picture_by is not null;

-- As before (migration 0029), with the pictures of conversations.
create or replace function forget_file(file text) returns boolean language sql security definer as $$
  with gone as (
    delete from files f where f.key = file
      and not exists (select from users u where u.avatar_key = f.key)
      and not exists (select from assets a where a.file_key = f.key)
      and not exists (select from conversations c where c.picture_key = f.key)
      and not exists (select from messages m where m.photo_key = f.key)
    returning f.key)
  select exists (select from gone);
$$;

-- A picture goes with its row, however that is deleted: by a call, with a conversation or with an account.
create function release_file() returns trigger language plpgsql as $$
declare
  file text := to_jsonb(old) ->> tg_argv[0];
begin
  if forget_file(file) then
    perform enqueue_job('remove_file', json_build_object('key', file));
  end if;
  return null;
end $$;
create trigger messages_release_photo after update of photo_key on messages
  for each row when (old.photo_key is distinct from new.photo_key and old.photo_key is not null)
  execute function release_file('photo_key');
create trigger messages_release_photo_when_deleted after delete on messages
  for each row when (old.photo_key is not null) execute function release_file('photo_key');
create trigger conversations_release_picture after update of picture_key on conversations
  for each row when (old.picture_key is distinct from new.picture_key and old.picture_key is not null)
  execute function release_file('picture_key');
create trigger conversations_release_picture_when_deleted after delete on conversations
  for each row when (old.picture_key is not null) execute function release_file('picture_key');
