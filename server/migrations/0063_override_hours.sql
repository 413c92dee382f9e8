-- Special hours may have several spans a day: the first one, and further ones as minutes of the day. The type keeps them
-- apart and in order.
alter table schedule_overrides
  add column more_hours int4multirange not null default '{}',
  add constraint schedule_overrides_more_hours check (
    more_hours = '{}'
    or (not closed and more_hours <@ '{[0,1440)}'::int4multirange
      and lower(more_hours) >= split_part(closes, ':', 1)::int * 60 + split_part(closes, ':', 2)::int));

-- Whether somebody has set a gym's hours: those it began with may be right and never looked at.
alter table gyms add column hours_set_at timestamptz;
update gyms g set hours_set_at = (select max(a.created_at) from audit_log a
  where a.organization_id = g.organization_id and a.action = 'hours.updated' and a.data -> 'gym_ids' ? g.id::text);
