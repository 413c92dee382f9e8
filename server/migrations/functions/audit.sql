-- An account takes its name and values along when it is deleted, and an organization what was noted too (tenants may not write
-- that column). Nothing else about an entry ever changes.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if new.target_name is null and new.edits is null
    and (new.data = old.data or new.data = '{}')
    and to_jsonb(new) - '{target_name,edits,data}'::text[] = to_jsonb(old) - '{target_name,edits,data}'::text[] then
    return new;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_log_append_only before update on audit_log
  for each row execute function audit_log_is_append_only();
