-- Whether a member has ever been here decides whether a password that staff choose opens the account. So it stays true when a
-- reset takes the password away, and a password that staff chose doesn't make it true.
alter table users alter has_signed_in drop expression, alter has_signed_in set default false;
update users u set has_signed_in = exists (select from logins l where l.user_id = u.id)
  where u.last_seen_at is null and (u.password_hash is null or u.must_change_password);

create function users_note_signed_in() returns trigger language plpgsql as $$
begin
  new.has_signed_in := new.has_signed_in or new.last_seen_at is not null
    or new.password_hash is not null and not new.must_change_password;
  return new;
end $$;
create trigger users_note_signed_in before insert or update of password_hash, must_change_password, last_seen_at on users
  for each row execute function users_note_signed_in();
