create or replace function logins_end_emulations() returns trigger language plpgsql as $$
begin
  update logins
  set revoked_at = new.revoked_at, revoked_reason = new.revoked_reason, expires_at = least(expires_at, new.expires_at)
  where parent_login_id = new.id and revoked_at is null;
  return null;
end $$;
create or replace trigger logins_end_emulations after update of revoked_at, expires_at on logins
  for each row
  when (new.revoked_at is distinct from old.revoked_at or new.expires_at < old.expires_at)
  execute function logins_end_emulations();

-- A browser gets no pushes after its sign-in has ended.
create or replace function logins_end_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where login_id = new.id;
  return null;
end $$;
create or replace trigger logins_end_pushes after update of revoked_at on logins
  for each row when (new.revoked_at is not null) execute function logins_end_pushes();

-- When a member was last here, to the quarter of an hour. A locked row is skipped: being seen must never wait.
create or replace function logins_seen() returns trigger language plpgsql as $$
begin
  update users set last_seen_at = new.last_used_at where id = (
    select id from users where id = new.user_id
      and (last_seen_at is null or last_seen_at < new.last_used_at - interval '15 minutes')
    for no key update skip locked);
  return null;
end $$;
create or replace trigger logins_seen after insert or update of last_used_at on logins
  for each row when (new.method not in ('emulation', 'demo')) execute function logins_seen();
