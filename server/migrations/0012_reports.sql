-- Reports by members, for the admins of the gym. The snapshot holds what was reported as it was then, with ids and never
-- names; nothing here refers to the message or session itself, so that deleting those changes no report.
create table reports (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  -- null: the reporter has deleted their account
  reporter_id uuid,
  reported_user_id uuid not null,
  kind text not null check (kind in ('user', 'message', 'session_message', 'session')),
  subject_id uuid not null,
  reason text not null check (reason in ('spam', 'harassment', 'unsafe_behavior', 'fake_profile', 'other')),
  note text not null default '' check (length(note) <= 1000),
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object' and pg_column_size(snapshot) <= 65536),
  -- gyms whose admins see it; without any, only the organization's admins do
  gym_ids uuid[] not null,
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Who closed a report, and what was done about it.
  closed_by uuid references users on delete set null,
  actions text[] not null default '{}' check (actions <@ array['warn', 'remove', 'suspend']),
  primary key (organization_id, id),
  foreign key (organization_id, reporter_id) references users (organization_id, id) on delete set null (reporter_id),
  foreign key (organization_id, reported_user_id) references users (organization_id, id) on delete cascade,
  check ((status = 'open') = (closed_at is null))
);
-- One open report by each member about each thing.
create unique index reports_one_open on reports (organization_id, reporter_id, kind, subject_id) where status = 'open';
create index reports_by_reporter on reports (organization_id, reporter_id);
create index reports_about on reports (organization_id, reported_user_id);
create index reports_by_status on reports (organization_id, status, id desc);
create index reports_by_closer on reports (closed_by) where closed_by is not null;
select build_tenant_wall('reports');

-- Files that a report shows stay until the report is gone.
create table report_files (
  organization_id uuid not null,
  report_id uuid not null,
  file_key text not null,
  primary key (organization_id, report_id, file_key),
  foreign key (organization_id, report_id) references reports (organization_id, id) on delete cascade
);
create index report_files_by_key on report_files (file_key);
select build_tenant_wall('report_files');
