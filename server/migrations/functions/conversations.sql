-- In a direct conversation only the pair itself can be members.
create or replace function conversation_members_fit() returns trigger language plpgsql as $$
begin
  if exists (select from conversations c
      where c.organization_id = new.organization_id and c.id = new.conversation_id
        and c.kind = 'direct' and new.user_id not in (c.user_low_id, c.user_high_id)) then
    raise exception 'a direct conversation belongs to its pair'
      using errcode = 'check_violation', constraint = 'conversation_members_pair';
  end if;
  return new;
end $$;
create or replace trigger conversation_members_fit before insert on conversation_members
  for each row execute function conversation_members_fit();

create or replace function conversation_members_count() returns trigger language plpgsql as $$
begin
  update conversations c set member_count = c.member_count + added.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id;
  return null;
end $$;
create or replace trigger conversation_members_count after insert on conversation_members
  referencing new table as changed for each statement execute function conversation_members_count();

-- A group always has an admin, whoever leaves it and however: the longest-standing member takes over. The last one to
-- leave takes the group along.
create or replace function conversation_members_uncount() returns trigger language plpgsql
security definer set search_path = pg_catalog, public as $$
begin
  update conversations c set member_count = c.member_count - gone.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id;

  delete from conversations c using (select distinct organization_id, conversation_id from changed) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id and c.kind = 'group' and c.member_count = 0;

  update conversation_members w set role = 'admin'
  from (select distinct on (m.organization_id, m.conversation_id) m.organization_id, m.conversation_id, m.user_id
    from conversation_members m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id and c.kind = 'group'
    where (m.organization_id, m.conversation_id) in (select organization_id, conversation_id from changed)
      and not exists (select from conversation_members a where a.organization_id = m.organization_id
        and a.conversation_id = m.conversation_id and a.role = 'admin')
    order by m.organization_id, m.conversation_id, m.joined_at, m.user_id) heir
  where w.organization_id = heir.organization_id and w.conversation_id = heir.conversation_id and w.user_id = heir.user_id;
  return null;
end $$;
create or replace trigger conversation_members_uncount after delete on conversation_members
  referencing old table as changed for each statement execute function conversation_members_uncount();

create or replace function messages_number() returns trigger language plpgsql as $$
begin
  update conversations set last_seq = last_seq + 1, last_message_at = new.created_at
  where organization_id = new.organization_id and id = new.conversation_id
  returning last_seq into new.seq;
  return new;
end $$;
create or replace trigger messages_number before insert on messages
  for each row when (new.seq = 0) execute function messages_number();

-- Rows that come with their numbers (many at once) move the counter as well.
create or replace function messages_keep_up() returns trigger language plpgsql as $$
begin
  update conversations c set last_seq = added.seq, last_message_at = added.created_at
  from (select organization_id, conversation_id, max(seq) as seq, max(created_at) as created_at from changed group by 1, 2) added
  where c.organization_id = added.organization_id and c.id = added.conversation_id and c.last_seq < added.seq;
  return null;
end $$;
create or replace trigger messages_keep_up after insert on messages
  referencing new table as changed for each statement execute function messages_keep_up();

-- Messages without reactions, nearly all of them, are read without a look into the table.
create or replace function message_reactions_count() returns trigger language plpgsql as $$
begin
  update messages m set reaction_count = m.reaction_count + changes.number
  from (select organization_id, conversation_id, seq, case tg_op when 'INSERT' then count(*) else -count(*) end as number
    from changed group by 1, 2, 3) changes
  where m.organization_id = changes.organization_id and m.conversation_id = changes.conversation_id and m.seq = changes.seq;
  return null;
end $$;
create or replace trigger message_reactions_count after insert on message_reactions
  referencing new table as changed for each statement execute function message_reactions_count();
create or replace trigger message_reactions_uncount after delete on message_reactions
  referencing old table as changed for each statement execute function message_reactions_count();

-- Becoming friends accepts a request, under the same lock: either finds what the other has done.
create or replace function conversations_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.user_low_id, new.user_high_id);
  return new;
end $$;
create or replace trigger conversations_lock_pair before insert on conversations
  for each row when (new.kind = 'direct') execute function conversations_lock_pair();

-- With a day: only messages up to that day.
create or replace function find_messages(wanted tsquery, last_day int)
returns table (conversation_id uuid, seq bigint, id uuid, sender_id uuid, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.conversation_id, m.seq, m.id, m.sender_id, m.created_at from messages m
  where m.organization_id = current_setting('spotter.organization_id')::uuid
    and (last_day is null or message_day(m.created_at) <= last_day)
    and message_terms(m.conversation_id, m.created_at, m.content) @@ wanted and m.kind <> 'system' and m.deleted_at is null
$$;
revoke execute on function find_messages from public;
grant execute on function find_messages to spotter_tenant;

-- What a system message reports, without people hidden from the reader: few messages are one, so its searches are set up
-- only when it is called. People are stored by id, so that a deleted account leaves no name behind.
create or replace function message_notice(_details jsonb, _hidden uuid[]) returns json language sql stable as $$
  select json_build_object('action', _details ->> 'action',
    'actor', (select p.card from users p where p.id = (_details ->> 'actor_id')::uuid and p.id <> all(_hidden)),
    'people', (select coalesce(json_agg(p.card order by p.first_name, p.last_name, p.id), '[]') from users p
      where p.id in (select jsonb_array_elements_text(_details -> 'user_ids')::uuid) and p.id <> all(_hidden)),
    'name', _details ->> 'name')
$$;

-- A poll as a reader sees it, without the votes of people hidden from them: few messages are one, so its searches are set up
-- only when it is called.
create or replace function message_poll(_organization uuid, _conversation uuid, _seq bigint, _details jsonb, _reader uuid, _hidden uuid[])
returns json language sql stable as $$
  with votes as (select v.user_id, v.option from poll_votes v
    where v.organization_id = _organization and v.conversation_id = _conversation and v.seq = _seq
      and v.user_id <> all(_hidden))
  select json_build_object('options', _details -> 'options', 'chosen', _details -> 'chosen', 'gym', _details -> 'gym',
    'votes', (select json_agg((select count(*) from votes v where v.option = place) order by place)
      from generate_series(0, jsonb_array_length(_details -> 'options') - 1) place),
    'own', (select coalesce(json_agg(v.option order by v.option), '[]') from votes v where v.user_id = _reader),
    'voters', (select count(distinct v.user_id) from votes v))
$$;
