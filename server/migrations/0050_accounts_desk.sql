-- What the list of users is filtered and counted by, in the order of names: a page and its count read no rows.
create index users_for_staff on users (organization_id, search_name, id)
  include (role, is_active, onboarding_completed, created_at, email, phone);

-- When a member was last here, to the quarter of an hour. A locked row is skipped: being seen must never wait.
create function logins_seen() returns trigger language plpgsql as $$
begin
  update users set last_seen_at = new.last_used_at where id = (
    select id from users where id = new.user_id
      and (last_seen_at is null or last_seen_at < new.last_used_at - interval '15 minutes')
    for no key update skip locked);
  return null;
end $$;
create trigger logins_seen after insert or update of last_used_at on logins
  for each row when (new.method not in ('emulation', 'demo')) execute function logins_seen();

-- What staff know about a member.
create table staff_notes (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- without a foreign key to the organization's users: an emulating super admin writes notes too
  author_id uuid references users on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index staff_notes_by_user on staff_notes (organization_id, user_id, created_at desc);
create index staff_notes_by_author on staff_notes (author_id) where author_id is not null;
select build_tenant_wall('staff_notes');

-- Members who wait for the mail with their setup code. A job sends a few at a time.
create table setup_invitations (
  organization_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select build_tenant_wall('setup_invitations');
