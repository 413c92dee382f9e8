-- Tenants and their gyms. Every tenant table has organization_id first in its keys and refers to its parents by
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
  -- A super admin trusts the organization: it mails as many strangers as it likes.
  mail_limit_lifted boolean not null default false,
  -- A super admin may give an organization and its members several times the usual space.
  storage_times int not null default 1 check (storage_times between 1 and 100),
  check (is_demo = (demo_expires_at is not null))
);
create index organizations_by_name on organizations (lower(name), id);
create index organizations_expiring on organizations (demo_expires_at) where is_demo;
select build_tenant_wall('organizations', 'id');

create table gyms (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 120),
  address text not null default '' check (length(address) <= 300),
  timezone text not null check (is_timezone(timezone)),
  phone text check (length(phone) <= 40),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A location's own contact details and look. Without a theme of its own it shows the organization's.
  email text check (length(email) <= 254),
  website text check (length(website) <= 300),
  theme_id uuid,
  -- Whether somebody has set a gym's hours: those it began with may be right and never looked at.
  hours_set_at timestamptz,
  -- When a location closed, so that it is left out of figures of later months.
  closed_at timestamptz,
  primary key (organization_id, id)
);
create index gyms_by_theme on gyms (organization_id, theme_id) where theme_id is not null;
select build_tenant_wall('gyms');
