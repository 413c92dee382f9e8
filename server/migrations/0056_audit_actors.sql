-- Steps through the people in an organization's audit log, and filters by one of them.
create index audit_log_by_actor on audit_log (organization_id, actor_id, created_at desc);
