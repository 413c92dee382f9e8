-- An emulation ends with the sign-in that started it: however that ends, the database ends both.
delete from logins where method = 'emulation';
alter table logins
  add column parent_login_id uuid references logins on delete cascade,
  add constraint logins_emulation_has_parent check ((method = 'emulation') = (parent_login_id is not null));
create index logins_by_parent on logins (parent_login_id) where parent_login_id is not null;

create function logins_end_emulations() returns trigger language plpgsql as $$
begin
  update logins
  set revoked_at = new.revoked_at, revoked_reason = new.revoked_reason, expires_at = least(expires_at, new.expires_at)
  where parent_login_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger logins_end_emulations after update of revoked_at, expires_at on logins
  for each row
  when (new.revoked_at is distinct from old.revoked_at or new.expires_at < old.expires_at)
  execute function logins_end_emulations();
