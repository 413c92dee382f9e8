-- Searching messages by the day they were sent, so that a search for a common word ends with the newest ones. The space in
-- a day's term keeps it from being a word of a message.
create function message_day(sent timestamptz) returns int language sql immutable parallel safe as $$
  select (sent at time zone 'UTC')::date - date '2000-01-01'
$$;
create function message_terms(conversation uuid, sent timestamptz, content text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', public.fold_name(translate(content, '.,;:!?/\_@#()[]{}<>"*', repeat(' ', 21))))
    || array_to_tsvector(array['c' || replace(conversation::text, '-', ''), 'd ' || public.message_day(sent)])
$$;
drop function find_messages;
drop index messages_by_terms;
drop function message_terms(uuid, text);
create index messages_by_terms on messages using gin (message_terms(conversation_id, created_at, content))
  where kind <> 'system' and deleted_at is null;

-- With a day: only messages up to that day.
create function find_messages(wanted tsquery, last_day int)
returns table (conversation_id uuid, seq bigint, id uuid, sender_id uuid, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.conversation_id, m.seq, m.id, m.sender_id, m.created_at from messages m
  where m.organization_id = current_setting('spotter.organization_id')::uuid
    and (last_day is null or message_day(m.created_at) <= last_day)
    and message_terms(m.conversation_id, m.created_at, m.content) @@ wanted and m.kind <> 'system' and m.deleted_at is null
$$;
revoke execute on function find_messages from public;
grant execute on function find_messages to spotter_tenant;
