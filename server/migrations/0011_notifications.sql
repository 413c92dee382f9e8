-- What people are told, and how they wish to be told.
create domain notification_kind as text check (value in (
  'friend_request', 'friend_accepted', 'session_invite', 'session_joined', 'session_left', 'session_changed',
  'session_cancelled', 'session_starts_soon', 'spot_freed', 'proposal', 'proposal_answered', 'session_message',
  'message', 'announcement', 'friend_away', 'kudos', 'warning'));

create table announcements (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  gym_id uuid,
  author_id uuid references users on delete set null,
  title text not null check (length(title) between 1 and 120),
  body text not null default '' check (length(body) <= 4000),
  created_at timestamptz not null default now(),
  -- Announcements are scheduled, and sent in parts.
  status text not null default 'sent' check (status in ('scheduled', 'sending', 'sent', 'cancelled')),
  send_at timestamptz not null default now(),
  sent_at timestamptz,
  recipients int not null default 0 check (recipients >= 0),
  -- members are told in the order of their ids: this one was told last
  told_until uuid,
  version int not null default 1,
  -- Who has read an announcement is counted once: `reads` are those until `reads_until`, later ones are added when it is shown.
  reads int not null default 0 check (reads >= 0),
  reads_until timestamptz not null default '-infinity',
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  check ((status = 'sent') = (sent_at is not null))
);
create index announcements_by_gym on announcements (organization_id, gym_id) where gym_id is not null;
create index announcements_by_author on announcements (author_id) where author_id is not null;
create index announcements_by_time on announcements (organization_id, send_at desc, id desc);
create index announcements_due on announcements (send_at) where status in ('scheduled', 'sending');
select build_tenant_wall('announcements');

create table notifications (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind notification_kind not null,
  -- while unread, what has the same key folds into this one ('Maya and 3 others joined Leg day')
  fold_key text check (length(fold_key) <= 200),
  session_id uuid,
  conversation_id uuid,
  friend_request_id uuid,
  announcement_id uuid,
  -- what the sentence needs beside the people and things above; never a name
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and pg_column_size(data) <= 8192),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  -- moves when something folds in: the list is ordered by it
  happened_at timestamptz not null default now(),
  -- People a notification was about whose accounts are gone. It keeps its text and names them as former members.
  former_actors int not null default 0 check (former_actors >= 0),
  -- A notification that is switched off in the app may still go out as a push or by mail.
  in_app boolean not null default true,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, friend_request_id) references friend_requests (organization_id, id) on delete cascade,
  foreign key (organization_id, announcement_id) references announcements (organization_id, id) on delete cascade
);
create index notifications_by_session on notifications (organization_id, session_id) where session_id is not null;
create index notifications_by_conversation on notifications (organization_id, conversation_id)
  where conversation_id is not null;
create index notifications_by_friend_request on notifications (organization_id, friend_request_id)
  where friend_request_id is not null;
create index notifications_unread on notifications (organization_id, user_id) where read_at is null and in_app;
create unique index notifications_fold on notifications (organization_id, user_id, fold_key, in_app)
  where read_at is null and fold_key is not null;
create index notifications_outside_app on notifications (happened_at) where not in_app;
create unique index notifications_one_per_announcement on notifications (organization_id, announcement_id, user_id)
  where announcement_id is not null;
create index notifications_newest on notifications (organization_id, user_id, happened_at desc, id desc);
create index notifications_read_announcements on notifications (organization_id, announcement_id, read_at)
  where announcement_id is not null and read_at is not null;
select build_tenant_wall('notifications');

-- The people a notification is about, newest last.
create table notification_actors (
  organization_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  acted_at timestamptz not null default now(),
  primary key (organization_id, notification_id, user_id),
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index notification_actors_by_user on notification_actors (organization_id, user_id);
select build_tenant_wall('notification_actors');

-- Only what differs from the default (in-app and push on, email off).
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind notification_kind not null,
  channel text not null check (channel in ('in_app', 'push', 'email')),
  enabled boolean not null,
  primary key (user_id, kind, channel),
  check (kind <> 'warning')
);

-- A device of one sign-in: when the sign-in's row goes, so does the device.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  login_id uuid not null references logins on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_login on push_subscriptions (login_id);

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
  weekly_mail boolean not null default true,
  constraint quiet_hours_end check (quiet_from <> quiet_until and (quiet_from - quiet_until >= interval '1 hour'
    or quiet_from - quiet_until < interval '0' and quiet_from - quiet_until >= interval '-23 hours'))
);

-- The weekly mail to owners. A row says that an owner has got the mail of a week, so that nothing sends it again.
create table weekly_mails (
  organization_id uuid not null,
  user_id uuid not null,
  -- the Monday on which it is sent
  week date not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, week),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select build_tenant_wall('weekly_mails');
