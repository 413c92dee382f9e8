-- A function that runs as the owner finds names in our own schema and nowhere else: neither the caller's search_path nor a
-- temporary table can replace one. Nobody calls these functions directly, except that tenants queue jobs and give up files.
-- The server calls this after the migrations (platform/db/migrate.ts), so it also holds for functions of later files.
create function seal_functions() returns void language plpgsql as $$
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
grant execute on function enqueue_job, forget_file to spotter_tenant;
revoke execute on function seal_functions, build_tenant_wall from public;
