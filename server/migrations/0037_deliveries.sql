-- Pushes and mails about notifications: what each channel has still to deliver, and when members wish to be told.

-- A notification that is switched off in the app may still go out as a push or by mail.
alter table notifications add in_app boolean not null default true;
drop index notifications_newest, notifications_unread, notifications_fold;
create index notifications_newest on notifications (organization_id, user_id, happened_at desc, id desc) where in_app;
create index notifications_unread on notifications (organization_id, user_id) where read_at is null and in_app;
create unique index notifications_fold on notifications (organization_id, user_id, fold_key, in_app)
  where read_at is null and fold_key is not null;
create index notifications_outside_app on notifications (happened_at) where not in_app;

create table notification_deliveries (
  organization_id uuid not null,
  notification_id uuid not null,
  channel text not null check (channel in ('push', 'email')),
  user_id uuid not null,
  -- since when there is something to deliver; null when all of it is delivered
  waiting_since timestamptz,
  -- when the governor looks at it again
  due_at timestamptz,
  sent_at timestamptz,
  primary key (organization_id, notification_id, channel),
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  check ((waiting_since is null) = (due_at is null))
);
create index notification_deliveries_due on notification_deliveries (due_at) where due_at is not null;
create index notification_deliveries_by_user on notification_deliveries (organization_id, user_id);
select build_tenant_wall('notification_deliveries');

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  quiet_hours boolean not null default true,
  quiet_from time not null default '22:00',
  quiet_until time not null default '07:00',
  digest_at time not null default '08:00',
  -- how many pushes went out on the member's own day
  pushed_on date,
  pushes int not null default 0 check (pushes >= 0),
  check (quiet_from <> quiet_until)
);

-- Which addresses are allowed is a setting of the server; a loopback address stands in for a push host in tests.
alter table push_subscriptions drop column failures, drop constraint push_subscriptions_endpoint_check,
  add check (endpoint ~ '^https?://' and length(endpoint) <= 1000);

-- A browser gets no pushes after its sign-in has ended.
create function logins_end_pushes() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where login_id = new.id;
  return null;
end $$;
create trigger logins_end_pushes after update of revoked_at on logins
  for each row when (new.revoked_at is not null) execute function logins_end_pushes();
