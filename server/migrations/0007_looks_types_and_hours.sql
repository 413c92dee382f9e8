-- What an organization's admins set up: the look, the session types, the hours.
-- created_by may name a super admin who was inside the organization, so it refers to users by id alone.

create table organization_themes (
  organization_id uuid primary key references organizations on delete cascade,
  config jsonb not null check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 65536),
  updated_at timestamptz not null default now()
);
select build_tenant_wall('organization_themes');

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
select build_tenant_wall('saved_themes');
alter table gyms add constraint gyms_theme foreign key (organization_id, theme_id) references saved_themes (organization_id, id)
    on delete set null (theme_id);

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
select build_tenant_wall('assets');

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
select build_tenant_wall('session_types');

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
select build_tenant_wall('operating_hours');

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
  -- Special hours may have several spans a day: the first one, and further ones as minutes of the day. The type keeps them
  -- apart and in order.
  more_hours int4multirange not null default '{}',
  primary key (organization_id, id),
  foreign key (organization_id, gym_id) references gyms (organization_id, id) on delete cascade,
  constraint schedule_overrides_days check (first_day <= last_day),
  -- Special hours may run past midnight: a closing time that is not after opening is on the next day, and minutes go on
  -- after 1440. A night ends before the hours begin a day later.
  constraint schedule_overrides_closed_or_open check (
    case when closed then opens is null and closes is null else opens is not null and closes is not null end),
  constraint schedule_overrides_more_hours check (
    more_hours = '{}'
    or (not closed and opens collate "C" < closes collate "C"
      and lower(more_hours) >= split_part(closes, ':', 1)::int * 60 + split_part(closes, ':', 2)::int
      and upper(more_hours) <= 1440 + split_part(opens, ':', 1)::int * 60 + split_part(opens, ':', 2)::int
      and (upper(more_hours) <= 1440 or int4range(1439, upper(more_hours)) <@ more_hours)))
);
create index schedule_overrides_by_day on schedule_overrides (organization_id, gym_id, last_day, first_day);
select build_tenant_wall('schedule_overrides');
