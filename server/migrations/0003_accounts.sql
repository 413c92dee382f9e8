-- People and how they sign in. users is global: super admins and people without a gym belong to no organization.
-- Nothing that belongs to a person survives them: foreign keys to users cascade; what others share (a session they
-- host, a conversation's other messages) says at its own table what happens.

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
create unique index users_email on users (lower(email));
create index users_by_name on users (organization_id, lower(first_name), lower(last_name), id);
create index users_by_role on users (organization_id, role) where role <> 'regular_user';
create index users_super_admins on users (id) where role = 'super_admin';
create index users_by_avatar on users (avatar_key) where avatar_key is not null;
create index users_by_default_gym on users (organization_id, default_gym_id) where default_gym_id is not null;
create index users_by_current_gym on users (organization_id, current_gym_id) where current_gym_id is not null;
create trigger users_touch before update on users
  for each row execute function touch_updated_at();

-- Which gyms a member may use and a gym_admin manages. An org_admin reaches every gym of the organization without rows.
create table user_gyms (
  organization_id uuid not null,
  user_id uuid not null,
  gym_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, gym_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade
);
create index user_gyms_by_gym on user_gyms (organization_id, gym_id, user_id);

-- A member's current and default gym are gyms they may use.
create function user_gyms_clear_lost() returns trigger language plpgsql as $$
begin
  update users u
  set current_gym_id = nullif(u.current_gym_id, lost.gym_id),
      default_gym_id = nullif(u.default_gym_id, lost.gym_id)
  from lost
  where u.id = lost.user_id and lost.gym_id in (u.current_gym_id, u.default_gym_id) and u.role <> 'org_admin';
  return null;
end $$;
create trigger user_gyms_clear_lost after delete on user_gyms
  referencing old table as lost for each statement execute function user_gyms_clear_lost();

create table logins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('password', 'setup_code', 'google', 'apple', 'demo', 'emulation')),
  emulated_organization_id uuid references organizations on delete cascade,
  user_agent text not null default '' check (length(user_agent) <= 500),
  ip inet,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) <= 80),
  constraint logins_emulation_has_organization check ((method = 'emulation') = (emulated_organization_id is not null)),
  constraint logins_reason_needs_revocation check (revoked_reason is null or revoked_at is not null)
);
create index logins_by_user on logins (user_id, last_used_at desc);
create index logins_by_emulated_organization on logins (emulated_organization_id)
  where emulated_organization_id is not null;
create index logins_by_expiry on logins (expires_at);

-- One successor for each token: parent_hash is unique, so parallel refreshes agree on who comes next.
create table refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  login_id uuid not null references logins on delete cascade,
  parent_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_by_login on refresh_tokens (login_id);

create table email_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email')),
  code_hash bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_codes_newest on email_codes (user_id, purpose, created_at desc);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index password_resets_by_user on password_resets (user_id, created_at desc);

-- Identity at a provider is (issuer, subject), never the email.
create table social_identities (
  issuer text not null check (length(issuer) <= 300),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('google', 'apple')),
  email text check (length(email) <= 254),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  constraint social_identities_one_a_provider unique (user_id, provider)
);

-- Signed proofs that were spent; a row may go once its proof has expired.
create table spent_proofs (
  proof_id text primary key check (length(proof_id) <= 100),
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);

-- What the app keeps for a person, the onboarding state among it.
create table user_preferences (
  user_id uuid primary key references users on delete cascade,
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) <= 65536),
  updated_at timestamptz not null default now()
);
create trigger user_preferences_touch before update on user_preferences
  for each row execute function touch_updated_at();

-- The calendar address a phone subscribes to; asking for a new one ends the old.
create table calendar_feeds (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_read_at timestamptz,
  revoked_at timestamptz
);
create unique index calendar_feeds_one_live on calendar_feeds (user_id) where revoked_at is null;

-- Processes keep the caller (role, organization, gyms, whether the sign-in stands) in memory and drop it on this word.
create function users_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.id::text);
  return null;
end $$;
create trigger users_tell_caller_changed
  after update of role, organization_id, is_active, current_gym_id, timezone, is_demo_user, demo_expires_at on users
  for each row
  when (
    (old.role, old.organization_id, old.is_active, old.current_gym_id, old.timezone, old.is_demo_user, old.demo_expires_at)
    is distinct from
    (new.role, new.organization_id, new.is_active, new.current_gym_id, new.timezone, new.is_demo_user, new.demo_expires_at))
  execute function users_tell_caller();
create trigger users_tell_caller_gone after delete on users
  for each row execute function users_tell_caller();

create function user_gyms_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', user_id::text) from (select distinct user_id from changed) c;
  return null;
end $$;
create trigger user_gyms_tell_caller_gained after insert on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();
create trigger user_gyms_tell_caller_lost after delete on user_gyms
  referencing old table as changed for each statement execute function user_gyms_tell_caller();
create trigger user_gyms_keep_keys before update on user_gyms
  for each row execute function forbid_key_change('organization_id', 'user_id', 'gym_id');

create function logins_tell_caller() returns trigger language plpgsql as $$
begin
  perform pg_notify('caller', old.user_id::text);
  return null;
end $$;
create trigger logins_tell_caller_ended after update of revoked_at, expires_at on logins
  for each row
  when (old.revoked_at is distinct from new.revoked_at or new.expires_at < old.expires_at)
  execute function logins_tell_caller();
create trigger logins_tell_caller_gone after delete on logins
  for each row execute function logins_tell_caller();

-- An organization's own state, and the list of its gyms, are part of what its people may do.
create function organization_tell_callers(organization uuid, admins_only boolean) returns void language sql as $$
  select pg_notify('caller', id::text) from users
  where organization_id = organization and (not admins_only or role = 'org_admin');
  select pg_notify('caller', user_id::text) from logins where emulated_organization_id = organization;
$$;

create function organizations_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(new.id, false);
  return null;
end $$;
create trigger organizations_tell_callers after update of is_active on organizations
  for each row when (old.is_active is distinct from new.is_active)
  execute function organizations_tell_callers();

create function gyms_tell_callers() returns trigger language plpgsql as $$
begin
  perform organization_tell_callers(coalesce(new.organization_id, old.organization_id), tg_op <> 'UPDATE');
  return null;
end $$;
create trigger gyms_tell_callers after insert or delete on gyms
  for each row execute function gyms_tell_callers();
create trigger gyms_tell_callers_switched after update of is_active on gyms
  for each row when (old.is_active is distinct from new.is_active)
  execute function gyms_tell_callers();

-- What foreign keys cannot reach when a person goes: their own event stream and the mails already sent to them.
create function users_forget() returns trigger language plpgsql as $$
begin
  delete from event_scopes where scope_id = old.id;
  delete from mails where lower(to_address) = lower(old.email) and sent_at is not null;
  return null;
end $$;
create trigger users_forget after delete on users
  for each row execute function users_forget();
