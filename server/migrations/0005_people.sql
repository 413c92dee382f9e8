-- People. users is global: super admins and people without a gym belong to no organization.
-- Nothing that belongs to a person survives them: foreign keys to users cascade; what others share (a session they
-- host, a conversation's other messages) says at its own table what happens.

-- Names the way people type them: no accents, capitals or apostrophes, and one space before each word.
create function fold_name(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    ' ' || regexp_replace(
      translate(
        replace(replace(replace(lower(normalize(name, NFKD)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øðđłħıþ''’ʼ`´.', 'oddlhit'),
      '[\u0300-\u036f]', '', 'g'),
    '[\s-]+', ' ', 'g')
$$;

-- The letters of a text as bits, for conditions that spare most texts a search: a text lacks none of the letters of its parts.
create function letters_of(word text) returns int language sql immutable parallel safe as $$
  select coalesce(bit_or(1 << ascii(letter) % 31), 0) from string_to_table(word, null) letter
$$;

-- A person as lists, sessions and chats show them, written when the person changes: a page of sessions shows two hundred,
-- and building each from its fields took half of that page's time.
create function person_card(
  id uuid, first_name text, last_name text, avatar_key text, avatar_color text, fitness_level text
) returns json language sql immutable parallel safe as $$
  select format('{"id":%s,"first_name":%s,"last_name":%s,"avatar_url":%s,"avatar_color":%s,"fitness_level":%s}',
    to_json(id), to_json(first_name), to_json(last_name), coalesce(to_json('/files/' || avatar_key)::text, 'null'),
    to_json(avatar_color), coalesce(to_json(fitness_level)::text, 'null'))::json
$$;

-- Who sees which part of a member's profile.
create domain shown_to as text check (value in ('everyone', 'friends', 'nobody'));

create table users (
  id uuid primary key,
  organization_id uuid references organizations on delete cascade,
  role text not null default 'regular_user' constraint users_role_name check (role ~ '^[a-z][a-z0-9_]{0,39}$'),
  email text not null check (length(email) between 3 and 254 and position('@' in email) > 1),
  email_verified boolean not null default false,
  -- null: signs in through a provider or a setup code only
  password_hash text,
  must_change_password boolean not null default false,
  setup_code_hash text,
  setup_code_expires_at timestamptz,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null default '' check (length(last_name) <= 80),
  fitness_level text check (fitness_level in ('beginner', 'intermediate', 'advanced')),
  -- null: not said; such a person meets only the preference 'any'
  gender text check (gender in ('female', 'male', 'non_binary')),
  bio text not null default '' check (length(bio) <= 500),
  phone text check (length(phone) <= 40),
  timezone text check (is_timezone(timezone)),
  -- read by suggestions: goals, workout types and usual times
  goals text[] not null default '{}' check (cardinality(goals) <= 10),
  favourite_workouts text[] not null default '{}'
    check (favourite_workouts <@ array['cardio', 'strength', 'classes', 'flexibility', 'sports']),
  preferred_times text[] not null default '{}'
    check (preferred_times <@ array['early_morning', 'morning', 'midday', 'afternoon', 'evening', 'night', 'weekend']),
  avatar_key text references files on delete set null,
  avatar_color text not null default '#7C3AED' check (avatar_color ~ '^#[0-9A-F]{6}$'),
  default_gym_id uuid,
  current_gym_id uuid,
  -- the friend invite: one personal code a member, made when first asked for
  personal_share_code text unique check (personal_share_code ~ '^[A-Za-z0-9_-]{6,32}$'),
  onboarding_completed boolean not null default false,
  is_active boolean not null default true,
  is_demo_user boolean not null default false,
  demo_persona text check (length(demo_persona) <= 80),
  demo_expires_at timestamptz,
  terms_agreed_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  level_and_goals_shown_to shown_to not null default 'everyone',
  usual_times_shown_to shown_to not null default 'everyone',
  sessions_shown_to shown_to not null default 'everyone',
  search_name text not null
  generated always as (fold_name(first_name || ' ' || last_name)) stored,
  card json not null generated always as (person_card(id, first_name, last_name, avatar_key,
  avatar_color, case when level_and_goals_shown_to = 'everyone' then fitness_level end)) stored,
  -- Whether a member shows that they are online, and that they are typing. Who hides it doesn't see it of others.
  shows_online boolean not null default true,
  shows_typing boolean not null default true,
  -- An account that is switched off until then, and switched on again by itself.
  suspended_until timestamptz,
  -- the gyms of user_gyms, kept by triggers
  gym_ids uuid[] not null default '{}',
  -- stays true when a reset takes the password away; a password that staff chose doesn't make it true
  has_signed_in boolean not null default false,
  name_lacks int not null generated always as (~letters_of(fold_name(first_name || ' ' || last_name))) stored,
  email_lacks int not null generated always as (~letters_of(email)) stored,
  -- Staff marked the address as verified, and nobody has answered from it yet.
  email_vouched boolean not null default false,
  unique (organization_id, id),
  foreign key (organization_id, default_gym_id) references gyms (organization_id, id)
    on delete set null (default_gym_id),
  foreign key (organization_id, current_gym_id) references gyms (organization_id, id)
    on delete set null (current_gym_id),
  constraint users_role_fits_organization check (
    case role
      when 'super_admin' then organization_id is null
      when 'org_admin' then organization_id is not null
      when 'gym_admin' then organization_id is not null
      else true
    end),
  constraint users_gym_needs_organization
    check (organization_id is not null or (default_gym_id is null and current_gym_id is null)),
  constraint users_demo_expires check (is_demo_user = (demo_expires_at is not null)),
  constraint users_demo_has_no_rank check (not (is_demo_user and role = 'super_admin')),
  constraint users_setup_code_expires check ((setup_code_hash is null) = (setup_code_expires_at is null))
);
-- An index alone answers only for rows that a vacuum has seen since they changed.
alter table users set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create unique index users_email on users (lower(email));
create index users_by_name on users (organization_id, lower(first_name), lower(last_name), id);
create index users_by_role on users (organization_id, role) where role <> 'regular_user';
create index users_super_admins on users (id) where role = 'super_admin';
create index users_by_avatar on users (avatar_key) where avatar_key is not null;
create index users_by_default_gym on users (organization_id, default_gym_id) where default_gym_id is not null;
create index users_by_current_gym on users (organization_id, current_gym_id) where current_gym_id is not null;
create index users_suspended on users (suspended_until) where suspended_until is not null;
-- One index for each order, with what the list is filtered by; an index that is searched reads all its columns, so each has
-- only what it needs.
create index users_for_staff on users (organization_id, search_name, id)
  include (role, is_active, onboarding_completed, created_at, has_signed_in, gym_ids);
create index users_newest on users (organization_id, created_at desc, id desc)
  include (role, is_active, onboarding_completed, has_signed_in, gym_ids);
create index users_last_seen on users (organization_id, last_seen_at desc nulls last, id)
  include (role, is_active, onboarding_completed, created_at, has_signed_in, gym_ids);
create index users_by_search_name on users (organization_id, search_name, id) include (name_lacks) where is_active;
create index users_for_search on users (organization_id, search_name, id)
  include (name_lacks, email_lacks, email, phone, role, gym_ids, created_at, last_seen_at);
create index users_answered on users (organization_id) where email_verified and not email_vouched;
select build_tenant_wall('users');
alter table files add foreign key (stored_by) references users on delete set null;
-- A super admin inside an organization still has their own account, and everybody there may see who acted.
alter policy tenant on users using (organization_id = current_setting('spotter.organization_id')::uuid
  or id = nullif(current_setting('spotter.emulated_by', true), '')::uuid);
create policy platform_people on users for select to spotter_tenant
  using (organization_id is null and role = 'super_admin');

create view tenant_users as
  select organization_id, id, role, email, phone, search_name, is_active, onboarding_completed, last_seen_at, created_at,
    gym_ids, has_signed_in, name_lacks, email_lacks
  from users where organization_id = current_setting('spotter.organization_id')::uuid;
revoke insert, update, delete on tenant_users from spotter_tenant;

-- Which gyms a member may use and a gym_admin manages. An org_admin reaches every gym of the organization without rows.
create table user_gyms (
  organization_id uuid not null,
  user_id uuid not null,
  gym_id uuid not null,
  created_at timestamptz not null default now(),
  -- Using a gym and managing it are two rights. Joining a session or following an invite gives the first; only
  -- administration gives the second, and it counts for gym admins alone.
  manages boolean not null default false,
  primary key (organization_id, user_id, gym_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade
);
create index user_gyms_by_gym on user_gyms (organization_id, gym_id, user_id);
create index user_gyms_by_day on user_gyms (organization_id, gym_id, created_at);
select build_tenant_wall('user_gyms');

-- What the app keeps for a person, the onboarding state among it.
create table user_preferences (
  user_id uuid primary key references users on delete cascade,
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) <= 65536),
  updated_at timestamptz not null default now()
);

-- The calendar address a phone subscribes to; asking for a new one ends the old.
create table calendar_feeds (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  revoked_at timestamptz
);
create unique index calendar_feeds_one_live on calendar_feeds (user_id) where revoked_at is null;
create index calendar_feeds_by_user on calendar_feeds (user_id);

-- What staff know about a member.
create table staff_notes (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- without a foreign key to the organization's users: an emulating super admin writes notes too
  author_id uuid references users on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index staff_notes_by_user on staff_notes (organization_id, user_id, created_at desc);
create index staff_notes_by_author on staff_notes (author_id) where author_id is not null;
select build_tenant_wall('staff_notes');

-- Members who wait for the mail with their setup code. A job sends a few at a time.
create table setup_invitations (
  organization_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select build_tenant_wall('setup_invitations');
