-- A second wall between tenants, and functions that tables are built with.

-- A transaction of an organization runs as spotter_tenant and names the organization in spotter.organization_id
-- (platform/db/tenants.ts): PostgreSQL then shows it no row of another, whatever the statement says. The owner of the
-- tables is the system: it migrates, runs jobs and answers callers without an organization. The role is made before the
-- migrations (platform/db/tenant-role.ts).
grant usage on schema public to spotter_tenant;
alter default privileges in schema public grant select, insert, update, delete on tables to spotter_tenant;
revoke all on migrations from spotter_tenant;

-- Builds the wall around a table. Every new table with an organization_id calls it (a test looks).
create function build_tenant_wall(tenant_table regclass, organization text default 'organization_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format($policy$create policy tenant on %s to spotter_tenant
    using (%I = current_setting('spotter.organization_id')::uuid)$policy$, tenant_table, organization);
  execute format('create policy system on %s to current_user using (true)', tenant_table);
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

revoke execute on function build_tenant_wall from public;
