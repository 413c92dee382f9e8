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
  description text not null default '' check (length(description) <= 4000),
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
create trigger session_series_touch before update on session_series
  for each row execute function touch_updated_at();

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
  description text not null default '' check (length(description) <= 4000),
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
create trigger sessions_touch before update on sessions
  for each row execute function touch_updated_at();
create trigger sessions_start_empty before insert on sessions
  for each row when (new.current_participants <> 0 or new.held_spots <> 0)
  execute function forbid_counter_change('current_participants', 'held_spots');
create trigger sessions_keep_counts before update of current_participants, held_spots on sessions
  for each row when (pg_trigger_depth() = 0)
  execute function forbid_counter_change('current_participants', 'held_spots');

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
  primary key (organization_id, session_id, user_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint session_participants_check_in check (attended is not null or (checked_in_at is null and checked_in_by is null))
);
create index session_participants_by_user on session_participants (organization_id, user_id, session_id);
create index session_participants_checked_in_by on session_participants (checked_in_by) where checked_in_by is not null;
create trigger session_participants_keep_keys before update on session_participants
  for each row execute function forbid_key_change('organization_id', 'session_id', 'user_id');

-- Joining: one update of the session's row takes the spot or fails on sessions_spots; a cancelled session takes no participants.
create function session_participants_count() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  update sessions s set current_participants = s.current_participants + joined.people
  from (select organization_id, session_id, count(*) as people from changed group by 1, 2) joined
  where s.organization_id = joined.organization_id and s.id = joined.session_id and s.status = 'active';
  get diagnostics counted = row_count;
  if counted <> (select count(distinct session_id) from changed) then
    raise exception 'a session that is not active takes no participants'
      using errcode = 'check_violation', constraint = 'session_participants_session_active';
  end if;
  return null;
end $$;
create trigger session_participants_count after insert on session_participants
  referencing new table as changed for each statement execute function session_participants_count();

create function session_participants_uncount() returns trigger language plpgsql as $$
begin
  update sessions s set current_participants = s.current_participants - gone.people
  from (select organization_id, session_id, count(*) as people from changed group by 1, 2) gone
  where s.organization_id = gone.organization_id and s.id = gone.session_id;
  return null;
end $$;
create trigger session_participants_uncount after delete on session_participants
  referencing old table as changed for each statement execute function session_participants_uncount();

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
create trigger session_waitlist_keep_keys before update on session_waitlist
  for each row execute function forbid_key_change('organization_id', 'session_id', 'user_id');

create function hold_spots(organization uuid, session uuid, spots bigint) returns void language sql as $$
  update sessions set held_spots = held_spots + spots where organization_id = organization and id = session;
$$;

create function session_waitlist_hold() returns trigger language plpgsql as $$
begin
  perform hold_spots(organization_id, session_id, count(*))
  from changed where status = 'offered' group by organization_id, session_id;
  return null;
end $$;
create trigger session_waitlist_hold after insert on session_waitlist
  referencing new table as changed for each statement execute function session_waitlist_hold();

create function session_waitlist_rehold() returns trigger language plpgsql as $$
begin
  perform hold_spots(organization_id, session_id, sum(spots)::bigint)
  from (
    select organization_id, session_id, 1 as spots from changed where status = 'offered'
    union all
    select organization_id, session_id, -1 from before where status = 'offered'
  ) offers
  group by organization_id, session_id having sum(spots) <> 0;
  return null;
end $$;
create trigger session_waitlist_rehold after update on session_waitlist
  referencing old table as before new table as changed for each statement execute function session_waitlist_rehold();

create function session_waitlist_release() returns trigger language plpgsql as $$
begin
  perform hold_spots(organization_id, session_id, -count(*))
  from changed where status = 'offered' group by organization_id, session_id;
  return null;
end $$;
create trigger session_waitlist_release after delete on session_waitlist
  referencing old table as changed for each statement execute function session_waitlist_release();

create table session_invites (
  organization_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, session_id, user_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, invited_by) references users (organization_id, id) on delete cascade,
  check (user_id <> invited_by)
);
create index session_invites_by_user on session_invites (organization_id, user_id, created_at desc);
create index session_invites_by_inviter on session_invites (organization_id, invited_by);

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
  message text not null default '' check (length(message) <= 1000),
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
create trigger session_messages_keep_keys before update on session_messages
  for each row execute function forbid_key_change('organization_id', 'session_id', 'seq', 'sender_id', 'client_nonce');

create function session_messages_number() returns trigger language plpgsql as $$
begin
  update sessions set last_message_seq = last_message_seq + 1
  where organization_id = new.organization_id and id = new.session_id
  returning last_message_seq into new.seq;
  return new;
end $$;
create trigger session_messages_number before insert on session_messages
  for each row when (new.seq = 0) execute function session_messages_number();

-- Rows that come with their numbers (many at once) move the counter as well.
create function session_messages_keep_up() returns trigger language plpgsql as $$
begin
  update sessions s set last_message_seq = added.seq
  from (select organization_id, session_id, max(seq) as seq from changed group by 1, 2) added
  where s.organization_id = added.organization_id and s.id = added.session_id and s.last_message_seq < added.seq;
  return null;
end $$;
create trigger session_messages_keep_up after insert on session_messages
  referencing new table as changed for each statement execute function session_messages_keep_up();

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

-- When a host's account is deleted, the longest-standing participant takes over; sessions without other participants
-- go with them. Not when a whole organization is removed.
create function users_hand_over_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set creator_id = heir.user_id
  from sessions mine cross join lateral (
    select p.user_id from session_participants p
    where p.organization_id = mine.organization_id and p.session_id = mine.id and p.user_id <> old.id
    order by p.joined_at, p.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
  update session_series s set creator_id = heir.user_id
  from session_series mine cross join lateral (
    select m.user_id from session_series_members m
    where m.organization_id = mine.organization_id and m.series_id = mine.id and m.user_id <> old.id
    order by m.joined_at, m.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
  return old;
end $$;
create trigger users_hand_over_sessions before delete on users
  for each row when (pg_trigger_depth() = 0 and old.organization_id is not null)
  execute function users_hand_over_sessions();
