-- A second wall between tenants. A transaction of an organization runs as spotter_tenant and names the organization in
-- spotter.organization_id (platform/db/tenants.ts): PostgreSQL then shows it no row of another, whatever the statement
-- says. The owner of the tables is the system: it migrates, runs jobs and answers callers without an organization.

do $$
begin
  if not exists (select from pg_roles where rolname = 'spotter_tenant') then
    create role spotter_tenant nologin;
  end if;
  if not pg_has_role(current_user, 'spotter_tenant', 'member') then
    execute format('grant spotter_tenant to %I', current_user);
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'this role may not create the role spotter_tenant'
      using hint = format('Have it created first: create role spotter_tenant nologin; grant spotter_tenant to %I;', current_user);
end $$;

grant usage on schema public to spotter_tenant;
grant select, insert, update, delete on all tables in schema public to spotter_tenant;
alter default privileges in schema public grant select, insert, update, delete on tables to spotter_tenant;
revoke all on migrations from spotter_tenant;
revoke update, delete on audit_log from spotter_tenant;

-- Builds the wall around a table. Every new table with an organization_id calls it (a test looks).
create function build_tenant_wall(tenant_table regclass, organization text default 'organization_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format($policy$create policy tenant on %s to spotter_tenant
    using (%I = current_setting('spotter.organization_id')::uuid)$policy$, tenant_table, organization);
  execute format('create policy system on %s to current_user using (true)', tenant_table);
end $$;

select build_tenant_wall(c.oid) from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id' and not a.attisdropped;
select build_tenant_wall('organizations', 'id');
select build_tenant_wall('event_scopes', 'scope_id');
select build_tenant_wall('live_events', 'scope_id');

-- A super admin inside an organization still has their own account, and everybody there may see who acted.
alter policy tenant on users using (organization_id = current_setting('spotter.organization_id')::uuid
  or id = nullif(current_setting('spotter.emulated_by', true), '')::uuid);
create policy platform_people on users for select to spotter_tenant
  using (organization_id is null and role = 'super_admin');

-- Triggers keep promises about all rows, not about those the caller sees.
do $$
declare
  trigger_function regprocedure;
begin
  for trigger_function in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
  loop
    execute format('alter function %s security definer', trigger_function);
  end loop;
end $$;

-- Tenants put jobs into the queue and see nothing of it.
create function enqueue_job(
  identifier text, payload json, run_at timestamptz default null, max_attempts int default null, job_key text default null
) returns void language plpgsql security definer as $$
begin
  perform graphile_worker.add_job(identifier => enqueue_job.identifier, payload => enqueue_job.payload,
    run_at => enqueue_job.run_at, max_attempts => enqueue_job.max_attempts, job_key => enqueue_job.job_key);
end $$;
