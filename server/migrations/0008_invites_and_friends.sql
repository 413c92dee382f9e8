-- How people join and find each other.

create table invite_codes (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  -- unique everywhere: a code is typed without its organization
  code text not null unique check (code ~ '^[A-Z0-9-]{4,20}$'),
  label text not null default '' check (length(label) <= 120),
  gym_id uuid,
  expires_at timestamptz,
  max_uses int check (max_uses between 1 and 1000000),
  use_count int not null default 0,
  is_active boolean not null default true,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whom an invite code of their own was mailed to.
  mailed_to text check (length(mailed_to) <= 254),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  constraint invite_codes_uses check (use_count >= 0 and (max_uses is null or use_count <= max_uses))
);
create index invite_codes_newest on invite_codes (organization_id, created_at desc, id desc);
create index invite_codes_by_gym on invite_codes (organization_id, gym_id) where gym_id is not null;
create index invite_codes_by_creator on invite_codes (created_by) where created_by is not null;
create index invite_codes_by_mailed_to on invite_codes (lower(mailed_to)) where mailed_to is not null;
select build_tenant_wall('invite_codes');

-- A use stays when its person goes (without their id): a code for one use never comes back to life.
create table invite_code_uses (
  organization_id uuid not null,
  id uuid not null,
  invite_code_id uuid not null,
  user_id uuid,
  used_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, invite_code_id) references invite_codes (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id),
  constraint invite_code_uses_once unique (organization_id, invite_code_id, user_id)
);
create index invite_code_uses_by_user on invite_code_uses (organization_id, user_id);
select build_tenant_wall('invite_code_uses');

-- Who brought whom, by a personal code or a shared session.
create table referrals (
  organization_id uuid not null,
  user_id uuid not null,
  referrer_id uuid not null,
  via text not null check (via in ('friend', 'session')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, referrer_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, referrer_id) references users (organization_id, id) on delete cascade,
  check (user_id <> referrer_id)
);
create index referrals_by_referrer on referrals (organization_id, referrer_id, created_at desc);
select build_tenant_wall('referrals');

create table nominations (
  id uuid primary key,
  nominator_first_name text not null check (length(nominator_first_name) between 1 and 80),
  nominator_last_name text not null default '' check (length(nominator_last_name) <= 80),
  nominator_email text not null check (length(nominator_email) <= 254),
  nominator_phone text check (length(nominator_phone) <= 40),
  contact_preference text not null default 'email' check (contact_preference in ('email', 'phone')),
  gym_name text not null check (length(gym_name) between 1 and 120),
  gym_address text not null check (length(gym_address) <= 300),
  gym_phone text check (length(gym_phone) <= 40),
  gym_website text check (length(gym_website) <= 300),
  comments text not null check (length(comments) <= 4000),
  status text not null default 'new' check (status in ('new', 'contacted', 'registered', 'declined')),
  created_at timestamptz not null default now(),
  constraint nominations_can_be_reached check (contact_preference <> 'phone' or nominator_phone is not null)
);
create index nominations_newest on nominations (created_at desc, id desc);

-- Friends, requests, blocks. Two members share at most one friendship and one open request in either direction,
-- and neither beside a block.
create table friend_requests (
  organization_id uuid not null,
  id uuid not null,
  sender_id uuid not null,
  receiver_id uuid not null,
  message text not null default '' check (length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  -- The sender of a friend request must not see that it was declined: it stays open for them, and the receiver is left alone.
  declined_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, sender_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, receiver_id) references users (organization_id, id) on delete cascade,
  check (sender_id <> receiver_id),
  check ((status = 'pending') = (answered_at is null))
);
-- Crossed requests meet here: the second one finds the first.
create unique index friend_requests_one_open
  on friend_requests (organization_id, least(sender_id, receiver_id), greatest(sender_id, receiver_id))
  where status = 'pending';
create index friend_requests_received on friend_requests (organization_id, receiver_id, created_at desc)
  where status = 'pending';
create index friend_requests_sent on friend_requests (organization_id, sender_id, created_at desc)
  where status = 'pending';
create index friend_requests_by_sender on friend_requests (organization_id, sender_id);
create index friend_requests_by_receiver on friend_requests (organization_id, receiver_id);
select build_tenant_wall('friend_requests');

create table friendships (
  organization_id uuid not null,
  id uuid not null,
  user_low_id uuid not null,
  user_high_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_low_id, user_high_id),
  foreign key (organization_id, user_low_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, user_high_id) references users (organization_id, id) on delete cascade,
  unique (organization_id, id),
  constraint friendships_ordered check (user_low_id < user_high_id)
);
create index friendships_from_high on friendships (organization_id, user_high_id, user_low_id);
select build_tenant_wall('friendships');

create table blocks (
  organization_id uuid not null,
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null default now(),
  -- The upcoming sessions in which a block cost one of the two their spot: who was in them may still report what was said there.
  left_session_ids uuid[] not null default '{}',
  primary key (organization_id, blocker_id, blocked_id),
  foreign key (organization_id, blocker_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, blocked_id) references users (organization_id, id) on delete cascade,
  check (blocker_id <> blocked_id)
);
create index blocks_from_blocked on blocks (organization_id, blocked_id, blocker_id);
select build_tenant_wall('blocks');

-- What a member did with the people suggested to them. Days are the member's own, so that a list stays the same all day.
create table friend_suggestions (
  organization_id uuid not null,
  user_id uuid not null,
  suggested_id uuid not null,
  -- what spoke for the person when they were last shown
  reasons text[] not null default '{}'
    check (reasons <@ array['hours', 'level', 'goals', 'workouts', 'friends', 'together']),
  first_shown_on date not null,
  last_shown_on date not null,
  shown_days int not null default 1 check (shown_days > 0),
  -- a friend request, an invitation to train together, or a session both went to
  acted_on date,
  -- "Not for me": neither is suggested to the other again
  dismissed_on date,
  primary key (organization_id, user_id, suggested_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, suggested_id) references users (organization_id, id) on delete cascade,
  check (user_id <> suggested_id)
);
create index friend_suggestions_by_suggested on friend_suggestions (organization_id, suggested_id, user_id);
-- What came of suggestions, for the tastes of many members at once: read from the index alone.
create index friend_suggestions_outcomes on friend_suggestions (organization_id, user_id)
  include (reasons, acted_on, dismissed_on, shown_days, last_shown_on)
  where acted_on is not null or dismissed_on is not null or shown_days >= 3;
select build_tenant_wall('friend_suggestions');
