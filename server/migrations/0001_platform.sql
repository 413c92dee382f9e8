-- What every feature stands on: live events, mail, files, repeated requests, limits, the audit trail.
-- None of these tables knows a feature; those that must outlive a tenant or a person hold ids without foreign keys.

-- Keeps updated_at current on every write.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- A row that names a parent may not be moved to another: counters on the parent would no longer equal the rows.
-- The columns are the trigger's arguments.
create function forbid_key_change() returns trigger language plpgsql as $$
declare
  key_column text;
begin
  foreach key_column in array tg_argv loop
    if to_jsonb(old) -> key_column is distinct from to_jsonb(new) -> key_column then
      raise exception '%.% cannot be changed', tg_table_name, key_column using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;

-- True for the zones PostgreSQL knows.
create function is_timezone(zone text) returns boolean language plpgsql immutable as $$
begin
  if zone !~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$' then
    return false;
  end if;
  perform timestamptz '2026-01-01 00:00Z' at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

-- One row a stream: the organization, or the person's own id when they belong to none. Its lock orders the events.
create table event_scopes (
  scope_id uuid primary key,
  last_seq bigint not null default 0 check (last_seq >= 0)
);

create table live_events (
  scope_id uuid not null references event_scopes on delete cascade,
  seq bigint not null check (seq > 0),
  type text not null,
  data jsonb not null,
  -- null: everybody in the scope
  user_ids uuid[],
  created_at timestamptz not null default now(),
  primary key (scope_id, seq)
);
create index live_events_by_age on live_events (created_at);

create table mails (
  id uuid primary key,
  organization_id uuid,
  to_address text not null check (length(to_address) between 3 and 254),
  kind text not null,
  subject text not null check (length(subject) <= 300),
  text text not null,
  html text not null,
  -- the same occasion never makes two mails
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  last_error text,
  check (sent_at is null or failed_at is null)
);
create index mails_newest on mails (created_at desc);
create index mails_to_address on mails (lower(to_address));

create table files (
  key text primary key check (length(key) between 1 and 300),
  organization_id uuid,
  content_type text not null,
  bytes int not null check (bytes >= 0),
  created_at timestamptz not null default now()
);
create index files_by_organization on files (organization_id);

create table idempotency_keys (
  actor text not null,
  key text not null check (length(key) between 1 and 200),
  operation text not null,
  body_hash bytea not null,
  status int not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Unlogged: after a crash everybody simply has a full budget again.
create unlogged table rate_limits (
  bucket text primary key,
  used int not null check (used >= 0),
  resets_at timestamptz not null
);
create index rate_limits_by_reset on rate_limits (resets_at);

-- Ids only, without foreign keys: what was done stays on record after the people and things are gone.
create table audit_log (
  id uuid primary key,
  organization_id uuid,
  actor_id uuid,
  emulating boolean not null default false,
  action text not null,
  target_type text not null,
  target_id uuid,
  data jsonb not null default '{}',
  request_id text not null,
  created_at timestamptz not null default now()
);
create index audit_log_by_organization on audit_log (organization_id, created_at desc, id desc);
create index audit_log_by_target on audit_log (target_id, created_at desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update on audit_log
  for each row execute function audit_log_is_append_only();
