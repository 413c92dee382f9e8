-- Polls in conversations: a message whose details hold the options, and a row for each vote. A vote goes with its poll and
-- with the account that gave it.
alter table messages drop constraint messages_kind,
  add constraint messages_kind check (kind in ('text', 'photo', 'session', 'poll', 'system'));

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
create trigger poll_votes_stay before update on poll_votes
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq', 'user_id', 'option');

-- A poll as a reader sees it, without the votes of people hidden from them: few messages are one, so its searches are set up
-- only when it is called.
create function message_poll(_organization uuid, _conversation uuid, _seq bigint, _details jsonb, _reader uuid, _hidden uuid[])
returns json language sql stable as $$
  with votes as (select v.user_id, v.option from poll_votes v
    where v.organization_id = _organization and v.conversation_id = _conversation and v.seq = _seq
      and v.user_id <> all(_hidden))
  select json_build_object('options', _details -> 'options', 'chosen', _details -> 'chosen',
    'votes', (select json_agg((select count(*) from votes v where v.option = place) order by place)
      from generate_series(0, jsonb_array_length(_details -> 'options') - 1) place),
    'own', (select coalesce(json_agg(v.option order by v.option), '[]') from votes v where v.user_id = _reader),
    'voters', (select count(distinct v.user_id) from votes v))
$$;
