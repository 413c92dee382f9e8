-- Marks members whose training facts have to be counted again. Sessions that start, or get too old to count, need no mark: the
-- job finds them by the clock. So joining a session ahead writes nothing here. A member who is being deleted isn't marked.
create or replace function training_mark_participants() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select distinct c.organization_id, c.user_id from changed c
    join sessions s on s.organization_id = c.organization_id and s.id = c.session_id and s.starts_at <= now()
    join users u on u.id = c.user_id;
  return null;
end $$;
create or replace trigger training_mark_joined after insert on session_participants
  referencing new table as changed for each statement execute function training_mark_participants();
create or replace trigger training_mark_left after delete on session_participants
  referencing old table as changed for each statement execute function training_mark_participants();

create or replace function training_mark_user() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.user_id);
  return null;
end $$;
create or replace trigger training_mark_attendance after update of attended on session_participants for each row
  when (old.attended is distinct from new.attended) execute function training_mark_user();

create or replace function training_mark_session() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select p.organization_id, p.user_id from session_participants p
  where p.organization_id = old.organization_id and p.session_id = old.id;
  return old;
end $$;
create or replace trigger training_mark_changed_session after update of gym_id, starts_at, status, workout_type on sessions
  for each row when (least(old.starts_at, new.starts_at) <= now() and (old.gym_id, old.starts_at, old.status, old.workout_type)
    is distinct from (new.gym_id, new.starts_at, new.status, new.workout_type))
  execute function training_mark_session();
-- Before its participants go with it.
create or replace trigger training_mark_deleted_session before delete on sessions
  for each row when (old.starts_at <= now()) execute function training_mark_session();

create or replace function training_mark_access() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) select distinct c.organization_id, c.user_id from changed c
    join users u on u.id = c.user_id;
  return null;
end $$;
create or replace trigger training_mark_access_given after insert on user_gyms
  referencing new table as changed for each statement execute function training_mark_access();
create or replace trigger training_mark_access_taken after delete on user_gyms
  referencing old table as changed for each statement execute function training_mark_access();

create or replace function training_mark_profile() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.id);
  return null;
end $$;
create or replace trigger training_mark_profile
  after update of preferred_times, favourite_workouts, usual_times_shown_to, level_and_goals_shown_to on users
  for each row when (new.organization_id is not null
    and (old.preferred_times, old.favourite_workouts, old.usual_times_shown_to, old.level_and_goals_shown_to)
      is distinct from (new.preferred_times, new.favourite_workouts, new.usual_times_shown_to, new.level_and_goals_shown_to))
  execute function training_mark_profile();

create or replace function training_mark_timezone() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id)
  select organization_id, user_id from user_gyms where organization_id = new.organization_id and gym_id = new.id;
  return null;
end $$;
create or replace trigger training_mark_timezone after update of timezone on gyms for each row
  when (old.timezone <> new.timezone) execute function training_mark_timezone();

-- How open a member is to being asked changes with each answer.
create or replace function training_mark_answer() returns trigger language plpgsql security definer as $$
begin
  insert into training_changes (organization_id, user_id) values (new.organization_id, new.receiver_id);
  return null;
end $$;
create or replace trigger training_mark_answer after update of status, declined_at on friend_requests for each row
  when ((old.status, old.declined_at) is distinct from (new.status, new.declined_at)) execute function training_mark_answer();
