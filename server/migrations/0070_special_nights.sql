-- Special hours may run past midnight: a closing time that is not after opening is on the next day, and minutes go on
-- after 1440. A night ends before the hours begin a day later.
alter table schedule_overrides
  drop constraint schedule_overrides_closed_or_open,
  drop constraint schedule_overrides_more_hours,
  add constraint schedule_overrides_closed_or_open check (
    case when closed then opens is null and closes is null else opens is not null and closes is not null end),
  add constraint schedule_overrides_more_hours check (
    more_hours = '{}'
    or (not closed and opens collate "C" < closes collate "C"
      and lower(more_hours) >= split_part(closes, ':', 1)::int * 60 + split_part(closes, ':', 2)::int
      and upper(more_hours) <= 1440 + split_part(opens, ':', 1)::int * 60 + split_part(opens, ':', 2)::int
      and (upper(more_hours) <= 1440 or int4range(1439, upper(more_hours)) <@ more_hours)));
