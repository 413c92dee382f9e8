-- What was imported from a file, so that it can be undone for a day.
create table imports (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('members', 'sessions')),
  file_name text not null check (length(file_name) <= 200),
  made int not null check (made >= 0),
  -- an emulating super admin imports too
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (organization_id, id)
);
create index imports_newest on imports (organization_id, created_at desc);
create index imports_by_creator on imports (created_by) where created_by is not null;
select build_tenant_wall('imports');

create table imported_users (
  organization_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, import_id, user_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index imported_users_by_user on imported_users (organization_id, user_id);
select build_tenant_wall('imported_users');

create table imported_sessions (
  organization_id uuid not null,
  import_id uuid not null,
  session_id uuid not null,
  primary key (organization_id, import_id, session_id),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade
);
create index imported_sessions_by_session on imported_sessions (organization_id, session_id);
select build_tenant_wall('imported_sessions');
