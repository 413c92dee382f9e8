-- Who did what.

-- Ids only, without foreign keys: what was done stays on record after the people and things are gone.
create table audit_log (
  id uuid primary key,
  organization_id uuid,
  actor_id uuid,
  emulating boolean not null default false,
  action text not null,
  target_type text not null,
  target_id uuid,
  data jsonb not null default '{}',
  request_id text not null,
  created_at timestamptz not null default now(),
  -- What an entry said when it was written: what its target was called, and each changed value before and after.
  target_name text,
  edits jsonb
);
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.02);
create index audit_log_by_target on audit_log (target_id, created_at desc);
-- Steps through the people in an organization's audit log, and filters by one of them.
create index audit_log_by_actor on audit_log (organization_id, actor_id, created_at desc);
create index audit_log_by_organization on audit_log (organization_id, created_at desc, id desc)
  include (actor_id, emulating, action, target_type, request_id);
-- Counting the audit log, in a small index.
create index audit_log_by_action on audit_log (organization_id, action) where target_type <> 'request';
create index audit_log_calls on audit_log (organization_id, created_at) where target_type = 'request';
-- Which calls of Spotter support say more about themselves in the audit log.
create index audit_log_of_support on audit_log (organization_id, created_at, request_id)
  where emulating and target_type <> 'request';
select build_tenant_wall('audit_log');
-- Tenants add entries; only the names and values of a deleted account are cleared.
revoke update, delete on audit_log from spotter_tenant;
grant update (target_name, edits) on audit_log to spotter_tenant;
