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
create trigger pinned_messages_stay before update on pinned_messages
  for each row execute function forbid_key_change('organization_id', 'conversation_id', 'seq');
