-- What an organization's admins set up: the look, the session types, the hours.
-- created_by may name a super admin who was inside the organization, so it refers to users by id alone.

create table organization_themes (
  organization_id uuid primary key references organizations on delete cascade,
  config jsonb not null check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 65536),
  updated_at timestamptz not null default now()
);
create trigger organization_themes_touch before update on organization_themes
  for each row execute function touch_updated_at();

create table saved_themes (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  config jsonb not null check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 65536),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index saved_themes_newest on saved_themes (organization_id, created_at desc, id desc);
create index saved_themes_by_creator on saved_themes (created_by) where created_by is not null;
create trigger saved_themes_touch before update on saved_themes
  for each row execute function touch_updated_at();

create table assets (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  asset_type text not null check (asset_type in ('logo', 'favicon', 'workout_icon')),
  workout_type text check (workout_type in ('cardio', 'strength', 'classes', 'flexibility', 'sports')),
  file_key text not null references files on delete cascade,
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((asset_type = 'workout_icon') = (workout_type is not null))
);
create index assets_newest on assets (organization_id, asset_type, created_at desc);
create index assets_by_file on assets (file_key);
create index assets_by_creator on assets (created_by) where created_by is not null;

-- The organization's own words for the five families of workout that colors and icons are keyed by.
create table session_types (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('cardio', 'strength', 'classes', 'flexibility', 'sports')),
  default_duration_minutes int not null default 60 check (default_duration_minutes between 10 and 480),
  is_active boolean not null default true,
  position int not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  -- so that a session of this type is of its kind
  unique (organization_id, id, kind)
);
create index session_types_in_order on session_types (organization_id, position, id);

-- Times are the gym's wall clock, 'HH:MM', '24:00' being the end of the day. weekday 0 is Monday. A day may have several
-- spans, which add up; a day without any is closed.
create table operating_hours (
  organization_id uuid not null,
  id uuid not null,
  gym_id uuid not null,
  weekday int not null check (weekday between 0 and 6),
  opens text not null check (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  closes text not null check (closes ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  constraint operating_hours_close_after_opening check (opens collate "C" < closes collate "C"),
  constraint operating_hours_once unique (organization_id, gym_id, weekday, opens)
);

-- Days whose hours differ from the weekly ones. Where two overlap, the newer one holds.
create table schedule_overrides (
  organization_id uuid not null,
  id uuid not null,
  gym_id uuid not null,
  first_day date not null,
  last_day date not null,
  reason text not null default '' check (length(reason) <= 120),
  closed boolean not null default false,
  opens text check (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  closes text check (closes ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  constraint schedule_overrides_days check (first_day <= last_day),
  constraint schedule_overrides_closed_or_open check (
    case when closed then opens is null and closes is null
    else opens is not null and closes is not null and opens collate "C" < closes collate "C" end)
);
create index schedule_overrides_by_day on schedule_overrides (organization_id, gym_id, last_day, first_day);
