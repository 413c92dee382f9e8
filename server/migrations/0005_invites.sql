-- Ways in: an organization's codes, members bringing members, and gyms that people wish for.

-- Refuses a counter written by hand; only the triggers that follow the rows may move it.
-- The counter columns are the trigger's arguments.
create function forbid_counter_change() returns trigger language plpgsql as $$
declare
  counter text;
begin
  foreach counter in array tg_argv loop
    if to_jsonb(new) ->> counter is distinct from coalesce(to_jsonb(old) ->> counter, '0') then
      raise exception '%.% follows its rows and cannot be set', tg_table_name, counter using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

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
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  constraint invite_codes_uses check (use_count >= 0 and (max_uses is null or use_count <= max_uses))
);
create index invite_codes_newest on invite_codes (organization_id, created_at desc, id desc);
create index invite_codes_by_gym on invite_codes (organization_id, gym_id) where gym_id is not null;
create index invite_codes_by_creator on invite_codes (created_by) where created_by is not null;
create trigger invite_codes_touch before update on invite_codes
  for each row execute function touch_updated_at();
create trigger invite_codes_start_at_zero before insert on invite_codes
  for each row when (new.use_count <> 0) execute function forbid_counter_change('use_count');
create trigger invite_codes_keep_count before update of use_count on invite_codes
  for each row when (pg_trigger_depth() = 0) execute function forbid_counter_change('use_count');

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
create trigger invite_code_uses_keep_keys before update on invite_code_uses
  for each row execute function forbid_key_change('organization_id', 'invite_code_id');

-- The row lock of this update decides who has the last use; the check refuses the others.
create function invite_code_uses_count() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count + used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create trigger invite_code_uses_count after insert on invite_code_uses
  referencing new table as changed for each statement execute function invite_code_uses_count();

create function invite_code_uses_uncount() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count - used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create trigger invite_code_uses_uncount after delete on invite_code_uses
  referencing old table as changed for each statement execute function invite_code_uses_uncount();

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
