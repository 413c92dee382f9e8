-- Lets pushes and mails of notifications wait for the governor, and returns whom they are for. Most notifications have
-- none, so this is set up only when it is called.
create function await_deliveries(_organization uuid, _notifications uuid[], _users uuid[], _channels text[], _due_at timestamptz)
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
