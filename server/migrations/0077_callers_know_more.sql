-- A caller who hasn't verified their email mails and stores nothing, and one whose password was chosen by someone else only
-- changes it. Processes keep both in memory, so a change drops the caller as a change of role does.
drop trigger users_tell_caller_changed on users;
create trigger users_tell_caller_changed
  after update of role, organization_id, is_active, current_gym_id, timezone, is_demo_user, demo_expires_at,
    email_verified, must_change_password on users
  for each row
  when (
    (old.role, old.organization_id, old.is_active, old.current_gym_id, old.timezone, old.is_demo_user,
      old.demo_expires_at, old.email_verified, old.must_change_password)
    is distinct from
    (new.role, new.organization_id, new.is_active, new.current_gym_id, new.timezone, new.is_demo_user,
      new.demo_expires_at, new.email_verified, new.must_change_password))
  execute function users_tell_caller();
