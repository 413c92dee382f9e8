-- Processes keep the caller (role, organization, gyms, home zone, whether the sign-in stands) in memory and drop it on this word.
create or replace function users_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.id::text);
  return null;
end $$;
create or replace trigger users_tell_caller_gone after delete on users
  for each row execute function users_tell_caller();
create or replace trigger users_tell_caller_changed
  after update of role, organization_id, is_active, current_gym_id, default_gym_id, timezone, is_demo_user, demo_expires_at,
    email_verified, must_change_password on users
  for each row
  -- A prepared demo gets its hour before anybody is signed in to it: only an earlier end is news.
  when (
    (old.role, old.organization_id, old.is_active, old.current_gym_id, old.default_gym_id, old.timezone, old.is_demo_user,
      old.email_verified, old.must_change_password)
    is distinct from
    (new.role, new.organization_id, new.is_active, new.current_gym_id, new.default_gym_id, new.timezone, new.is_demo_user,
      new.email_verified, new.must_change_password)
    or new.demo_expires_at < old.demo_expires_at)
  execute function users_tell_caller();

create or replace function user_gyms_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', user_id::text) from (select distinct user_id from changed) c;
  return null;
end $$;
create or replace trigger user_gyms_tell_caller_gained after insert on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();
create or replace trigger user_gyms_tell_caller_lost after delete on user_gyms
  referencing old table as changed for each statement execute function user_gyms_tell_caller();
create or replace trigger user_gyms_tell_caller_changed after update on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();

create or replace function logins_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.user_id::text);
  return null;
end $$;
create or replace trigger logins_tell_caller_ended after update of revoked_at, expires_at on logins
  for each row
  when (old.revoked_at is distinct from new.revoked_at or new.expires_at < old.expires_at)
  execute function logins_tell_caller();
create or replace trigger logins_tell_caller_gone after delete on logins
  for each row execute function logins_tell_caller();

-- An organization's own state, and the list of its gyms, are part of what its people may do.
create or replace function organization_tell_callers(organization uuid, admins_only boolean) returns void language sql as $$
  select pg_notify('caller', id::text) from users
  where organization_id = organization and (not admins_only or role = 'org_admin');
  select pg_notify('caller', user_id::text) from logins where emulated_organization_id = organization;
$$;

create or replace function organizations_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(new.id, false);
  return null;
end $$;
create or replace trigger organizations_tell_callers after update of is_active on organizations
  for each row when (old.is_active is distinct from new.is_active)
  execute function organizations_tell_callers();

create or replace function gyms_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(coalesce(new.organization_id, old.organization_id), tg_op <> 'UPDATE');
  return null;
end $$;
create or replace trigger gyms_tell_callers after insert or delete on gyms
  for each row execute function gyms_tell_callers();
create or replace trigger gyms_tell_callers_switched after update of is_active, timezone on gyms
  for each row when ((old.is_active, old.timezone) is distinct from (new.is_active, new.timezone))
  execute function gyms_tell_callers();
