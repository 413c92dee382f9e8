-- Using a gym and managing it are two rights. Joining a session or following an invite gives the first; only
-- administration gives the second, and it counts for gym admins alone.
alter table user_gyms add column manages boolean not null default false;

-- Until now a gym admin's access was both.
update user_gyms ug set manages = true from users u
where u.id = ug.user_id and u.role in ('gym_admin', 'org_admin');

create trigger user_gyms_tell_caller_changed after update on user_gyms
  referencing new table as changed for each statement execute function user_gyms_tell_caller();
