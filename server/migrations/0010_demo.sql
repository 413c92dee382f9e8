-- Demos: sandboxes of visitors, and data made for showing.

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
