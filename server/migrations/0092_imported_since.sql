-- Members imported with a joining date counted as new on the day of the import. They count on their own date: noon of that day at
-- their gym. Until now it was midnight in UTC, which is the day before in America.
with since as materialized (
  select u.organization_id, u.id as user_id, i.created_at as imported_at,
    least(i.created_at, ((u.created_at at time zone 'UTC')::date + time '12:00') at time zone coalesce(g.timezone, 'UTC')) as at
  from imported_users f
    join imports i on i.organization_id = f.organization_id and i.id = f.import_id
    join users u on u.organization_id = f.organization_id and u.id = f.user_id
    left join gyms g on g.organization_id = u.organization_id and g.id = u.default_gym_id
  where u.created_at < i.created_at and u.created_at = date_trunc('day', u.created_at, 'UTC')
), access as (
  update user_gyms ug set created_at = s.at from since s
  where ug.organization_id = s.organization_id and ug.user_id = s.user_id and ug.created_at = s.imported_at
  returning ug.organization_id, ug.gym_id
), marks as (
  insert into analytics_changes (organization_id, gym_id) select distinct organization_id, gym_id from access
)
update users u set created_at = s.at from since s where u.id = s.user_id;
