-- What an entry said when it was written: what its target was called, and each changed value before and after.
alter table audit_log add column target_name text, add column edits jsonb;

-- An account takes its name and values along when it is deleted. Nothing else about an entry ever changes.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if new.target_name is null and new.edits is null
    and to_jsonb(new) - '{target_name,edits}'::text[] = to_jsonb(old) - '{target_name,edits}'::text[] then
    return new;
  end if;
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end $$;
grant update (target_name, edits) on audit_log to spotter_tenant;

-- When a location closed, so that it is left out of figures of later months.
alter table gyms add column closed_at timestamptz;
update gyms g set closed_at = coalesce((select max(a.created_at) from audit_log a
    where a.organization_id = g.organization_id and a.target_id = g.id and a.action = 'gym.closed'), g.updated_at)
  where not g.is_active;

create function gyms_note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.is_active then null else coalesce(old.closed_at, now()) end;
  return new;
end $$;
create trigger gyms_note_closing before update of is_active on gyms for each row execute function gyms_note_closing();
