-- Sandboxes of visitors, and data that comes in or goes out.

create table demo_sessions (
  id uuid primary key,
  organization_id uuid not null unique references organizations on delete cascade,
  user_id uuid not null unique,
  persona_name text not null check (length(persona_name) between 1 and 80),
  ip inet,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  check (expires_at > started_at)
);
create index demo_sessions_running_out on demo_sessions (expires_at) where ended_at is null;
create index demo_sessions_newest on demo_sessions (started_at desc);
create index demo_sessions_by_user on demo_sessions (organization_id, user_id);
select build_tenant_wall('demo_sessions');

create table demo_data_jobs (
  id uuid primary key,
  requested_by uuid references users on delete set null,
  organization_id uuid references organizations on delete set null,
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  message text not null default '' check (length(message) <= 300),
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check ((status = 'failed') = (error is not null))
);
create index demo_data_jobs_newest on demo_data_jobs (created_at desc);
create index demo_data_jobs_by_requester on demo_data_jobs (requested_by) where requested_by is not null;
create index demo_data_jobs_by_organization on demo_data_jobs (organization_id) where organization_id is not null;
select build_tenant_wall('demo_data_jobs');

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
  -- A large import is undone part by part: how many rows are removed, and how far it has come.
  removed int not null default 0 check (removed between 0 and made),
  undone_after uuid,
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

-- Exports of a whole organization. The zip itself is in the data folder, under the export's id, until it expires.
create table organization_exports (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  progress int not null default 0 check (progress between 0 and 100),
  bytes bigint check (bytes > 0),
  members int check (members >= 0),
  sessions int check (sessions >= 0),
  -- an emulating super admin exports too
  requested_by uuid references users on delete set null,
  by_support boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id),
  check ((status = 'done') = (expires_at is not null)),
  check ((status in ('done', 'failed')) = (finished_at is not null))
);
-- Whoever asks while one is being made gets that one.
create unique index organization_exports_one_at_a_time on organization_exports (organization_id)
  where status in ('queued', 'running');
create index organization_exports_newest on organization_exports (organization_id, created_at desc);
create index organization_exports_by_requester on organization_exports (requested_by) where requested_by is not null;
select build_tenant_wall('organization_exports');
