-- Sets of members that are read often are united once: those of a day at all gyms together (gym_id is null), and the active
-- ones of a month, under its first day. A year's figures read hundreds of rows instead of thousands.
alter table analytics_people
  drop constraint analytics_people_pkey,
  alter gym_id drop not null,
  drop constraint analytics_people_kind_check,
  add check (kind in ('active', 'joined', 'active_month')),
  add foreign key (organization_id) references organizations on delete cascade;
create unique index analytics_people_key on analytics_people (organization_id, gym_id, kind, day, block) nulls not distinct;

insert into analytics_people (organization_id, kind, day, block, members)
  select organization_id, kind, day, block, bit_or(members) from analytics_people group by 1, 2, 3, 4;
insert into analytics_people (organization_id, gym_id, kind, day, block, members)
  select organization_id, gym_id, 'active_month', date_trunc('month', day)::date, block, bit_or(members)
  from analytics_people where kind = 'active' group by 1, 2, 4, 5;
