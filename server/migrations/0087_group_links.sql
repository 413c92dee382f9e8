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
