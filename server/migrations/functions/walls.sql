-- Tenants put jobs into the queue and see nothing of it.
create or replace function enqueue_job(
  identifier text, payload json, run_at timestamptz default null, max_attempts int default null, job_key text default null,
  queue_name text default null
) returns void language plpgsql security definer as $$
begin
  perform graphile_worker.add_job(identifier => enqueue_job.identifier, payload => enqueue_job.payload,
    run_at => enqueue_job.run_at, max_attempts => enqueue_job.max_attempts, job_key => enqueue_job.job_key,
    queue_name => enqueue_job.queue_name);
end $$;
grant execute on function enqueue_job to spotter_tenant;

-- A function that runs as the owner finds names in our own schema and nowhere else: neither the caller's search_path nor a
-- temporary table can replace one. Nobody calls these functions directly, except that tenants queue jobs and give up files.
-- The server calls this after the migrations (platform/db/migrate.ts), so it also holds for functions of later files.
create or replace function seal_functions() returns void language plpgsql as $$
declare
  unsealed regprocedure;
begin
  for unsealed in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and (prosecdef or prorettype = 'trigger'::regtype)
      and (not prosecdef or proconfig is distinct from '{"search_path=pg_catalog, public, pg_temp"}'
        or has_function_privilege('public', oid, 'execute'))
  loop
    execute format('alter function %s security definer set search_path = pg_catalog, public, pg_temp', unsealed);
    execute format('revoke execute on function %s from public', unsealed);
  end loop;
end $$;
revoke execute on function seal_functions from public;
