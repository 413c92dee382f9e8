-- The operator's view of demos, and demo data that can be resumed, cancelled and removed.

-- A demo's line outlives its sandbox: its ids then name nothing, and the address is cleared when it ends.
alter table demo_sessions
  drop constraint demo_sessions_organization_id_fkey,
  drop constraint demo_sessions_organization_id_user_id_fkey,
  -- How often the visitor's app made each call, by the call's name.
  add column tried jsonb not null default '{}' check (jsonb_typeof(tried) = 'object');

-- Null, or no row: the default of the configuration.
create table demo_limits (
  is_only_row boolean primary key default true check (is_only_row),
  at_once int check (at_once between 0 and 100000),
  per_address int check (per_address between 1 and 1000)
);
revoke all on demo_limits from spotter_tenant;

-- Nothing has used the old table yet.
drop table demo_data_jobs;
create table demo_data_jobs (
  id uuid primary key,
  requested_by uuid references users on delete set null,
  organization_id uuid references organizations on delete set null,
  kind text not null check (kind in ('barbell_club', 'yoga_studio', 'climbing_hall', 'chain')),
  members int not null check (members between 10 and 5000),
  weeks int not null check (weeks between 1 and 52),
  locations int not null check (locations between 1 and 10),
  seed int not null check (seed >= 0),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'removed')),
  -- Counted in the transaction that writes the rows, so that a job that was killed goes on after the last of them.
  chunks_written int not null default 0,
  rows_written int not null default 0,
  progress int not null default 0 check (progress between 0 and 100),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((status in ('queued', 'running')) = (finished_at is null))
);
create unique index demo_data_jobs_one_at_a_time on demo_data_jobs ((true)) where status in ('queued', 'running');
create index demo_data_jobs_newest on demo_data_jobs (created_at desc);
create index demo_data_jobs_by_requester on demo_data_jobs (requested_by) where requested_by is not null;
create index demo_data_jobs_by_organization on demo_data_jobs (organization_id) where organization_id is not null;
select build_tenant_wall('demo_data_jobs');
