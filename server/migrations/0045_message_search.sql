-- Searching messages. The words of a message as people type them, and its conversation as one more word, so that a single
-- index finds words and conversations together.
create function message_terms(conversation uuid, content text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', public.fold_name(translate(content, '.,;:!?/\_@#()[]{}<>"*', repeat(' ', 21))))
    || array_to_tsvector(array['c' || replace(conversation::text, '-', '')])
$$;
create index messages_by_terms on messages using gin (message_terms(conversation_id, content))
  where kind <> 'system' and deleted_at is null;

-- Row level security keeps a condition on text from using an index. This runs as the owner, in the caller's organization only.
create function find_messages(wanted tsquery)
returns table (conversation_id uuid, seq bigint, id uuid, sender_id uuid, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.conversation_id, m.seq, m.id, m.sender_id, m.created_at from messages m
  where m.organization_id = current_setting('spotter.organization_id')::uuid
    and message_terms(m.conversation_id, m.content) @@ wanted and m.kind <> 'system' and m.deleted_at is null
$$;
revoke execute on function find_messages from public;
grant execute on function find_messages to spotter_tenant;
