-- A notification about people goes with the last of them.
create or replace function notification_actors_last_gone() returns trigger language plpgsql as $$
begin
  delete from notifications n using (select distinct organization_id, notification_id from gone) g
  where n.organization_id = g.organization_id and n.id = g.notification_id and n.former_actors = 0
    and not exists (select from notification_actors a
      where a.organization_id = n.organization_id and a.notification_id = n.id);
  return null;
end $$;
create or replace trigger notification_actors_last_gone after delete on notification_actors
  referencing old table as gone for each statement execute function notification_actors_last_gone();

-- Lets pushes and mails of notifications wait for the governor, and returns whom they are for. Most notifications have
-- none, so this is set up only when it is called.
create or replace function await_deliveries(_organization uuid, _notifications uuid[], _users uuid[], _channels text[], _due_at timestamptz)
returns uuid[] language sql as $$
  with waiting as (
    insert into notification_deliveries as d (organization_id, notification_id, channel, user_id, waiting_since, due_at)
    select _organization, given.id, given.channel, given.user_id, now(), coalesce(_due_at, now())
    from unnest(_notifications, _users, _channels) as given (id, user_id, channel)
    on conflict (organization_id, notification_id, channel)
    do update set waiting_since = coalesce(d.waiting_since, excluded.waiting_since), due_at = excluded.due_at
    returning d.user_id)
  select array_agg(distinct user_id) from waiting
$$;
