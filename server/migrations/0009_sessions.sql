-- Training together. Spots are held by the database: current_participants always equals the rows, held_spots the open
-- offers, and together they never exceed max_participants. Fifty people at the last spot are settled by one row lock.
create table session_series (
  organization_id uuid not null,
  id uuid not null,
  gym_id uuid not null,
  creator_id uuid not null,
  -- RFC 5545, without DTSTART: that is starts_local in the gym's zone, which is what keeps 6 pm at 6 pm all year
  rrule text not null check (length(rrule) between 5 and 500),
  timezone text not null check (is_timezone(timezone)),
  starts_local timestamp not null,
  session_type_id uuid,
  workout_type text not null check (workout_type in ('cardio', 'strength', 'classes', 'flexibility', 'sports')),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  duration_minutes int not null default 60 check (duration_minutes between 10 and 480),
  max_participants int not null default 10 check (max_participants between 1 and 500),
  fitness_level_min text not null default 'beginner' check (fitness_level_min in ('beginner', 'intermediate', 'advanced')),
  fitness_level_max text not null default 'advanced' check (fitness_level_max in ('beginner', 'intermediate', 'advanced')),
  gender_preference text not null default 'any' check (gender_preference in ('any', 'female', 'male', 'non_binary')),
  -- occurrences up to this day exist as sessions
  made_until date,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title_by uuid,
  description_by uuid,
  guests_per_member int not null default 0 check (guests_per_member between 0 and 2),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  foreign key (organization_id, creator_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, session_type_id, workout_type) references session_types (organization_id, id, kind)
    on update cascade on delete set null (session_type_id),
  constraint session_series_levels check (
    array_position(array['beginner', 'intermediate', 'advanced'], fitness_level_min)
    <= array_position(array['beginner', 'intermediate', 'advanced'], fitness_level_max))
);
create index session_series_by_creator on session_series (organization_id, creator_id);
create index session_series_by_gym on session_series (organization_id, gym_id);
create index session_series_by_type on session_series (organization_id, session_type_id) where session_type_id is not null;
create index session_series_to_make on session_series (made_until) where ended_at is null;
select build_tenant_wall('session_series');

-- Who comes every time; they become participants of each occurrence as it is made.
create table session_series_members (
  organization_id uuid not null,
  series_id uuid not null,
  user_id uuid not null,
  joined_at timestamptz not null default now(),
  primary key (organization_id, series_id, user_id),
  foreign key (organization_id, series_id) references session_series (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index session_series_members_by_user on session_series_members (organization_id, user_id);
select build_tenant_wall('session_series_members');

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  gym_id uuid not null,
  creator_id uuid not null,
  series_id uuid,
  -- the local day the rule gave this occurrence, also after it was moved
  occurrence_on date,
  session_type_id uuid,
  workout_type text not null check (workout_type in ('cardio', 'strength', 'classes', 'flexibility', 'sports')),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 2000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  duration_minutes int not null generated always as ((extract(epoch from ends_at - starts_at) / 60)::int) stored,
  max_participants int not null default 10 check (max_participants between 1 and 500),
  current_participants int not null default 0 check (current_participants >= 0),
  held_spots int not null default 0 check (held_spots >= 0),
  fitness_level_min text not null default 'beginner' check (fitness_level_min in ('beginner', 'intermediate', 'advanced')),
  fitness_level_max text not null default 'advanced' check (fitness_level_max in ('beginner', 'intermediate', 'advanced')),
  gender_preference text not null default 'any' check (gender_preference in ('any', 'female', 'male', 'non_binary')),
  status text not null default 'active' check (status in ('active', 'cancelled')),
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 300),
  -- null after its link was revoked, until it is shared again
  share_token text unique check (share_token ~ '^[A-Za-z0-9_-]{16,64}$'),
  -- counts changes that calendars must hear of
  revision int not null default 0,
  last_message_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The length of the waitlist, counted on the session like the open offers. A spot that is free while people wait is owed to
  -- them: at night nobody is asked, and it must not go to a stranger who happens to pass. So the rule of joining is a sum
  -- of the session's own row, and no list has to count the line.
  waitlist_count int not null default 0 check (waitlist_count >= 0),
  -- Who wrote the words of a session, also after it was handed over. Ids without foreign keys: deleting the account clears them.
  title_by uuid,
  description_by uuid,
  cancel_reason_by uuid,
  -- Guests: people without an account whom a participant brings, where the host allows it. Each takes a spot. They live in
  -- the participant's row, so they go with it; an element is a first name, or null for a guest without one.
  guests_per_member int not null default 0 check (guests_per_member between 0 and 2),
  -- A session for the people it was planned with. Only its participants, the members invited to it and the gym's managers
  -- see it. While an invited member hasn't answered, they may choose one of the other times instead.
  invite_only boolean not null default false,
  other_times timestamptz[] not null default '{}' check (cardinality(other_times) <= 2),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  foreign key (organization_id, creator_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, series_id) references session_series (organization_id, id) on delete set null (series_id),
  foreign key (organization_id, session_type_id, workout_type) references session_types (organization_id, id, kind)
    on update cascade on delete set null (session_type_id),
  constraint sessions_spots check (current_participants + held_spots <= max_participants),
  constraint sessions_length check (ends_at - starts_at between interval '10 minutes' and interval '8 hours'),
  constraint sessions_levels check (
    array_position(array['beginner', 'intermediate', 'advanced'], fitness_level_min)
    <= array_position(array['beginner', 'intermediate', 'advanced'], fitness_level_max)),
  constraint sessions_cancelled check (
    (status = 'cancelled') = (cancelled_at is not null) and (status = 'cancelled' or cancel_reason is null)),
  constraint sessions_occurrence check (series_id is null or occurrence_on is not null)
);
create index sessions_by_gym on sessions (organization_id, gym_id, starts_at, id) where status = 'active';
create index sessions_by_start on sessions (organization_id, starts_at, id) where status = 'active';
create index sessions_by_creator on sessions (organization_id, creator_id, starts_at);
create index sessions_starting on sessions (starts_at) where status = 'active';
create index sessions_by_type on sessions (organization_id, session_type_id) where session_type_id is not null;
create unique index sessions_one_an_occurrence on sessions (organization_id, series_id, occurrence_on)
  where series_id is not null;
-- Sessions whose waitlist may have to move on.
create index sessions_waitlisted on sessions (starts_at) where waitlist_count > 0;
-- Whose words a session has: nearly always its creator's, so these indexes stay small. Looking for a deleted member's words
-- went through all sessions of the organization.
create index sessions_titled_by_another on sessions (organization_id, title_by) where title_by <> creator_id;
create index sessions_described_by_another on sessions (organization_id, description_by) where description_by <> creator_id;
create index sessions_cancelled_by_another on sessions (organization_id, cancel_reason_by) where cancel_reason_by <> creator_id;
select build_tenant_wall('sessions');

create table session_participants (
  organization_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  joined_at timestamptz not null default now(),
  last_read_seq bigint not null default 0,
  -- attendance as the member or the host confirmed it; null while unknown
  attended boolean,
  checked_in_at timestamptz,
  checked_in_by uuid references users on delete set null,
  guest_names text[] not null default '{}'
  check (cardinality(guest_names) <= 2 and length(array_to_string(guest_names, '')) <= 80),
  -- Since when a member is a co-host: the longest-serving one takes over from a host who leaves.
  co_host_since timestamptz,
  -- Kudos after a session: from a member who came, to all the others who came.
  kudos_at timestamptz,
  primary key (organization_id, session_id, user_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint session_participants_check_in check (attended is not null or (checked_in_at is null and checked_in_by is null))
);
create index session_participants_by_user on session_participants (organization_id, user_id, session_id);
create index session_participants_checked_in_by on session_participants (checked_in_by) where checked_in_by is not null;
select build_tenant_wall('session_participants');

-- The waitlist, in the order of queued_at. An open offer holds its spot until it is answered or runs out.
create table session_waitlist (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left')),
  queued_at timestamptz not null default clock_timestamp(),
  offered_at timestamptz,
  offer_expires_at timestamptz,
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint session_waitlist_offer check (
    case status
      when 'waiting' then offered_at is null and offer_expires_at is null and answered_at is null
      when 'offered' then offered_at is not null and offer_expires_at > offered_at and answered_at is null
      else answered_at is not null
    end)
);
create unique index session_waitlist_one_open on session_waitlist (organization_id, session_id, user_id)
  where status in ('waiting', 'offered');
create index session_waitlist_in_order on session_waitlist (organization_id, session_id, queued_at, id)
  where status in ('waiting', 'offered');
create index session_waitlist_by_user on session_waitlist (organization_id, user_id, session_id);
create index session_waitlist_running_out on session_waitlist (offer_expires_at) where status = 'offered';
create index session_waitlist_by_session on session_waitlist (organization_id, session_id);
select build_tenant_wall('session_waitlist');

create table session_invites (
  organization_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  -- An invited member may say that they can't go. The host sees it until the member joins after all.
  declined_at timestamptz,
  primary key (organization_id, session_id, user_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, invited_by) references users (organization_id, id) on delete cascade,
  check (user_id <> invited_by)
);
create index session_invites_by_user on session_invites (organization_id, user_id, created_at desc);
create index session_invites_by_inviter on session_invites (organization_id, invited_by);
select build_tenant_wall('session_invites');

-- Another time for a session. A counter is a proposal of its own that names the one it answers.
create table session_proposals (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  proposer_id uuid not null,
  -- who has to answer: the host, or for a counter the one who is countered
  answerer_id uuid not null,
  counter_to uuid,
  proposed_starts_at timestamptz not null,
  -- what the session's time was then, to show the difference
  instead_of timestamptz not null,
  message text not null default '' check (length(message) <= 500),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'countered', 'withdrawn')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, proposer_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, answerer_id) references users (organization_id, id) on delete cascade,
  unique (organization_id, session_id, id),
  foreign key (organization_id, session_id, counter_to) references session_proposals (organization_id, session_id, id)
    on delete cascade,
  check (proposer_id <> answerer_id),
  check (proposed_starts_at <> instead_of),
  check ((status = 'pending') = (answered_at is null)),
  constraint session_proposals_one_counter unique (organization_id, counter_to)
);
create unique index session_proposals_one_open on session_proposals (organization_id, session_id, proposer_id, answerer_id)
  where status = 'pending';
create index session_proposals_by_session on session_proposals (organization_id, session_id, created_at);
create index session_proposals_by_proposer on session_proposals (organization_id, proposer_id);
create index session_proposals_by_answerer on session_proposals (organization_id, answerer_id);
select build_tenant_wall('session_proposals');

-- The session's chat; quick actions are lines in it. seq is given by the session's row, under its lock.
create table session_messages (
  organization_id uuid not null,
  session_id uuid not null,
  seq bigint not null default 0,
  id uuid not null,
  -- null: a line by the app itself
  sender_id uuid,
  kind text not null default 'text' check (kind in ('text', 'quick_action', 'system')),
  content text not null default '' check (length(content) <= 4000),
  action text check (action in ('running_late', 'on_my_way', 'arrived', 'cant_make_it', 'need_a_spotter')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 4096),
  client_nonce uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, session_id, seq),
  unique (organization_id, id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, sender_id) references users (organization_id, id) on delete cascade,
  constraint session_messages_seq check (seq > 0),
  constraint session_messages_sender check ((kind = 'system') = (sender_id is null)),
  constraint session_messages_action check ((kind = 'quick_action') = (action is not null)),
  constraint session_messages_deleted check (deleted_at is null or content = ''),
  -- for ever: a retry at any time finds the first message
  constraint session_messages_sent_once unique (organization_id, sender_id, client_nonce)
);
select build_tenant_wall('session_messages');

-- Each reminder once, whatever restarts in between.
create table session_reminders (
  organization_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  minutes_before int not null check (minutes_before in (60, 15)),
  sent_at timestamptz not null default now(),
  primary key (organization_id, session_id, user_id, minutes_before),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index session_reminders_by_user on session_reminders (organization_id, user_id);
select build_tenant_wall('session_reminders');
