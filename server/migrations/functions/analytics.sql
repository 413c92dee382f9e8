-- The marks. Joining and leaving change current_participants, so the session's row tells of them too.
create or replace function analytics_mark_sessions() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) select distinct organization_id, gym_id, starts_at from changed;
  return null;
end $$;
create or replace trigger analytics_mark_new_sessions after insert on sessions
  referencing new table as changed for each statement execute function analytics_mark_sessions();
create or replace trigger analytics_mark_deleted_sessions after delete on sessions
  referencing old table as changed for each statement execute function analytics_mark_sessions();

create or replace function analytics_mark_session() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) values (new.organization_id, new.gym_id, new.starts_at);
  if (old.gym_id, old.starts_at) is distinct from (new.gym_id, new.starts_at) then
    insert into analytics_changes (organization_id, gym_id, at) values (old.organization_id, old.gym_id, old.starts_at);
  end if;
  return null;
end $$;
create or replace trigger analytics_mark_changed_session
  after update of gym_id, starts_at, status, workout_type, max_participants, current_participants on sessions for each row
  when ((old.gym_id, old.starts_at, old.status, old.workout_type, old.max_participants, old.current_participants)
    is distinct from (new.gym_id, new.starts_at, new.status, new.workout_type, new.max_participants, new.current_participants))
  execute function analytics_mark_session();

create or replace function analytics_mark_attendance() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at)
  select organization_id, gym_id, starts_at from sessions where organization_id = new.organization_id and id = new.session_id;
  return null;
end $$;
create or replace trigger analytics_mark_attendance after update of attended on session_participants for each row
  when (old.attended is distinct from new.attended) execute function analytics_mark_attendance();

create or replace function analytics_mark_access() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id, at) select distinct organization_id, gym_id, created_at from changed;
  return null;
end $$;
create or replace trigger analytics_mark_access_given after insert on user_gyms
  referencing new table as changed for each statement execute function analytics_mark_access();
create or replace trigger analytics_mark_access_taken after delete on user_gyms
  referencing old table as changed for each statement execute function analytics_mark_access();

create or replace function analytics_mark_gym() returns trigger language plpgsql security definer as $$
begin
  insert into analytics_changes (organization_id, gym_id) values (new.organization_id, new.id);
  return null;
end $$;
create or replace trigger analytics_mark_timezone after update of timezone on gyms for each row
  when (old.timezone <> new.timezone) execute function analytics_mark_gym();
