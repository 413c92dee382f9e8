-- The users of the transaction's organization, for statements that go through all of them. The policies of users have
-- alternatives for super admins, which PostgreSQL checks row by row; this view compares the organization once. It runs as
-- the owner, so its own condition is the wall.
create view tenant_users as
  select organization_id, id, role, email, phone, search_name, is_active, onboarding_completed, password_hash, last_seen_at, created_at
  from users where organization_id = current_setting('spotter.organization_id')::uuid;
revoke insert, update, delete on tenant_users from spotter_tenant;

-- The newest users first, with what the list is filtered by.
create index users_newest on users (organization_id, created_at desc, id desc) include (role, is_active, onboarding_completed);

-- All that entries of the audit log are found, counted and ordered by: a page reads its own rows only.
drop index audit_log_by_organization;
create index audit_log_by_organization on audit_log (organization_id, created_at desc, id desc)
  include (actor_id, emulating, action, target_type, request_id);
