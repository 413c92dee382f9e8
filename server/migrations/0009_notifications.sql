-- What people are told, and how they wish to be told.

create domain notification_kind as text check (value in (
  'friend_request', 'friend_accepted', 'session_invite', 'session_joined', 'session_left', 'session_changed',
  'session_cancelled', 'session_starts_soon', 'spot_freed', 'proposal', 'proposal_answered', 'session_message',
  'message', 'announcement'));

create table announcements (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  gym_id uuid,
  author_id uuid references users on delete set null,
  title text not null check (length(title) between 1 and 120),
  body text not null default '' check (length(body) <= 4000),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade
);
create index announcements_newest on announcements (organization_id, created_at desc, id desc);
create index announcements_by_gym on announcements (organization_id, gym_id) where gym_id is not null;
create index announcements_by_author on announcements (author_id) where author_id is not null;

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
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade,
  foreign key (organization_id, friend_request_id) references friend_requests (organization_id, id) on delete cascade,
  foreign key (organization_id, announcement_id) references announcements (organization_id, id) on delete cascade
);
create index notifications_newest on notifications (organization_id, user_id, happened_at desc, id desc);
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
create unique index notifications_fold on notifications (organization_id, user_id, fold_key)
  where read_at is null and fold_key is not null;
create index notifications_by_session on notifications (organization_id, session_id) where session_id is not null;
create index notifications_by_conversation on notifications (organization_id, conversation_id)
  where conversation_id is not null;
create index notifications_by_friend_request on notifications (organization_id, friend_request_id)
  where friend_request_id is not null;
create index notifications_by_announcement on notifications (organization_id, announcement_id)
  where announcement_id is not null;

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

-- A notification about people goes with the last of them.
create function notification_actors_last_gone() returns trigger language plpgsql as $$
begin
  delete from notifications n using (select distinct organization_id, notification_id from gone) g
  where n.organization_id = g.organization_id and n.id = g.notification_id
    and not exists (select from notification_actors a
      where a.organization_id = n.organization_id and a.notification_id = n.id);
  return null;
end $$;
create trigger notification_actors_last_gone after delete on notification_actors
  referencing old table as gone for each statement execute function notification_actors_last_gone();

-- Only what differs from the default (in-app and push on, email off).
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind notification_kind not null,
  channel text not null check (channel in ('in_app', 'push', 'email')),
  enabled boolean not null,
  primary key (user_id, kind, channel)
);

-- A device of one sign-in: when the sign-in's row goes, so does the device.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  login_id uuid not null references logins on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https://' and length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  failures int not null default 0,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_login on push_subscriptions (login_id);
