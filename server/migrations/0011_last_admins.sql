-- An organization keeps an active org_admin and the platform a super admin, also when two of them remove each other at
-- the same moment. Not when a whole organization is removed.

create function users_keep_an_admin() returns trigger language plpgsql as $$
begin
  perform 1 from organizations where id = old.organization_id for no key update;
  if found and not exists (select from users
      where organization_id = old.organization_id and role = 'org_admin' and is_active) then
    raise exception 'the last admin of an organization stays'
      using errcode = 'check_violation', constraint = 'users_last_org_admin';
  end if;
  return null;
end $$;
create trigger users_keep_an_admin_changed after update of role, is_active, organization_id on users
  for each row when (pg_trigger_depth() = 0 and old.role = 'org_admin' and old.is_active
    and (new.role <> 'org_admin' or not new.is_active or new.organization_id is distinct from old.organization_id))
  execute function users_keep_an_admin();
create trigger users_keep_an_admin_gone after delete on users
  for each row when (pg_trigger_depth() = 0 and old.role = 'org_admin' and old.is_active)
  execute function users_keep_an_admin();

create function users_keep_a_super_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7270002);
  if not exists (select from users where role = 'super_admin' and is_active) then
    raise exception 'the last super admin stays'
      using errcode = 'check_violation', constraint = 'users_last_super_admin';
  end if;
  return null;
end $$;
create trigger users_keep_a_super_admin_changed after update of role, is_active on users
  for each row when (old.role = 'super_admin' and old.is_active and (new.role <> 'super_admin' or not new.is_active))
  execute function users_keep_a_super_admin();
create trigger users_keep_a_super_admin_gone after delete on users
  for each row when (old.role = 'super_admin' and old.is_active)
  execute function users_keep_a_super_admin();
