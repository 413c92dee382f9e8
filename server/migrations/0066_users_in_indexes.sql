-- What the list of users is filtered by stands in their rows, so that an index can hold all of it.

-- The letters of a text as bits, for conditions that spare most texts a search: a text lacks none of the letters of its parts.
create function letters_of(word text) returns int language sql immutable parallel safe as $$
  select coalesce(bit_or(1 << ascii(letter) % 31), 0) from string_to_table(word, null) letter
$$;

drop view tenant_users;
drop index users_for_staff, users_newest, users_by_search_name;
alter table users
  -- the gyms of user_gyms, kept by triggers
  add gym_ids uuid[] not null default '{}',
  add has_signed_in boolean not null generated always as (password_hash is not null or last_seen_at is not null) stored,
  add name_lacks int not null generated always as (~letters_of(fold_name(first_name || ' ' || last_name))) stored,
  add email_lacks int not null generated always as (~letters_of(email)) stored;
update users u set gym_ids = g.gym_ids
  from (select user_id, array_agg(gym_id) as gym_ids from user_gyms group by user_id) g where u.id = g.user_id;

-- Adds to and takes from what the row has by then: two changes at once both count.
create function user_gyms_note_gained() returns trigger language plpgsql as $$
begin
  update users u set gym_ids = u.gym_ids || g.gym_ids
  from (select user_id, array_agg(gym_id) as gym_ids from gained group by user_id) g where u.id = g.user_id;
  return null;
end $$;
create trigger user_gyms_note_gained after insert on user_gyms
  referencing new table as gained for each statement execute function user_gyms_note_gained();

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

create view tenant_users as
  select organization_id, id, role, email, phone, search_name, is_active, onboarding_completed, last_seen_at, created_at,
    gym_ids, has_signed_in, name_lacks, email_lacks
  from users where organization_id = current_setting('spotter.organization_id')::uuid;
revoke insert, update, delete on tenant_users from spotter_tenant;

-- One index for each order, with what the list is filtered by; an index that is searched reads all its columns, so each has
-- only what it needs.
create index users_for_staff on users (organization_id, search_name, id)
  include (role, is_active, onboarding_completed, created_at, has_signed_in, gym_ids);
create index users_newest on users (organization_id, created_at desc, id desc)
  include (role, is_active, onboarding_completed, has_signed_in, gym_ids);
create index users_last_seen on users (organization_id, last_seen_at desc nulls last, id)
  include (role, is_active, onboarding_completed, created_at, has_signed_in, gym_ids);
create index users_by_search_name on users (organization_id, search_name, id) include (name_lacks) where is_active;
create index users_for_search on users (organization_id, search_name, id)
  include (name_lacks, email_lacks, email, phone, role, gym_ids, created_at, last_seen_at);

-- Which calls of Spotter support say more about themselves in the audit log.
create index audit_log_of_support on audit_log (organization_id, created_at, request_id)
  where emulating and target_type <> 'request';

-- An index alone answers only for rows that a vacuum has seen since they changed.
alter table users set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.02);
