-- A member's current and default gym are gyms they may use.
create or replace function user_gyms_clear_lost() returns trigger language plpgsql as $$
begin
  update users u set
    gym_ids = array(select kept from unnest(u.gym_ids) kept where kept <> all(l.gym_ids)),
    current_gym_id = case when u.role = 'org_admin' or u.current_gym_id <> all(l.gym_ids) then u.current_gym_id end,
    default_gym_id = case when u.role = 'org_admin' or u.default_gym_id <> all(l.gym_ids) then u.default_gym_id end
  from (select user_id, array_agg(gym_id) as gym_ids from lost group by user_id) l where u.id = l.user_id;
  return null;
end $$;
create or replace trigger user_gyms_clear_lost after delete on user_gyms
  referencing old table as lost for each statement execute function user_gyms_clear_lost();

-- Adds to and takes from what the row has by then: two changes at once both count.
create or replace function user_gyms_note_gained() returns trigger language plpgsql as $$
begin
  update users u set gym_ids = u.gym_ids || g.gym_ids
  from (select user_id, array_agg(gym_id) as gym_ids from gained group by user_id) g where u.id = g.user_id;
  return null;
end $$;
create or replace trigger user_gyms_note_gained after insert on user_gyms
  referencing new table as gained for each statement execute function user_gyms_note_gained();

create or replace function gyms_note_closing() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.is_active then null else coalesce(old.closed_at, now()) end;
  return new;
end $$;
create or replace trigger gyms_note_closing before update of is_active on gyms for each row execute function gyms_note_closing();
