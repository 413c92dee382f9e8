create or replace function reports_keep_files() returns trigger language plpgsql as $$
begin
  insert into report_files (organization_id, report_id, file_key)
  select distinct new.organization_id, new.id, f.key from files f
  where f.key in (select value #>> '{}' from jsonb_path_query(new.snapshot, '$.**.file_key') value);
  return null;
end $$;
create or replace trigger reports_keep_files after insert on reports
  for each row execute function reports_keep_files();

create or replace function files_stay_for_reports() returns trigger language plpgsql as $$
begin
  return case when not exists (select from report_files where file_key = old.key) then old end;
end $$;
create or replace trigger files_stay_for_reports before delete on files
  for each row execute function files_stay_for_reports();

create or replace function report_files_let_go() returns trigger language plpgsql as $$
begin
  if forget_file(old.file_key) then
    perform enqueue_job('remove_file', json_build_object('key', old.file_key));
  end if;
  return null;
end $$;
create or replace trigger report_files_let_go after delete on report_files
  for each row execute function report_files_let_go();
