-- Tenants and their locations. Every tenant table has organization_id first in its keys and refers to its parents by
-- (organization_id, id), so that a row can never join two tenants and the data can be sharded by tenant unchanged.

create table organizations (
  id uuid primary key,
  name text not null check (length(btrim(name)) between 1 and 120),
  is_active boolean not null default true,
  white_label_enabled boolean not null default true,
  business_type text not null default 'single' check (business_type in ('single', 'multiple')),
  country text check (length(country) <= 60),
  business_phone text check (length(business_phone) <= 40),
  business_email text check (length(business_email) <= 254),
  business_website text check (length(business_website) <= 300),
  estimated_members text check (estimated_members in ('0-50', '51-200', '201-500', '501-1000', '1000+')),
  terms_agreed_at timestamptz,
  trial_ends_at timestamptz,
  is_demo boolean not null default false,
  demo_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_demo = (demo_expires_at is not null))
);
create index organizations_by_name on organizations (lower(name), id);
create index organizations_expiring on organizations (demo_expires_at) where is_demo;
create trigger organizations_touch before update on organizations
  for each row execute function touch_updated_at();

create table gyms (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  timezone text not null check (is_timezone(timezone)),
  phone text check (length(phone) <= 40),
  -- what this location shows differently from its organization
  branding jsonb not null default '{}' check (jsonb_typeof(branding) = 'object'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create trigger gyms_touch before update on gyms
  for each row execute function touch_updated_at();
