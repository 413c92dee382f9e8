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
