-- A proposal replaces the time a session has. When that time changes or the session is cancelled, open proposals are
-- withdrawn, so nobody accepts an outdated difference.
create function sessions_withdraw_proposals() returns trigger language plpgsql as $$
begin
  update session_proposals set status = 'withdrawn', answered_at = now()
  where organization_id = new.organization_id and session_id = new.id and status = 'pending';
  return null;
end $$;
create trigger sessions_withdraw_proposals after update of starts_at, status on sessions
  for each row when (old.starts_at <> new.starts_at or (old.status = 'active' and new.status = 'cancelled'))
  execute function sessions_withdraw_proposals();
