-- An event for everybody who can access a gym names the gym, not the thousands of people, and the few it is hidden from.
alter table live_events
  add column gym_id uuid,
  add column except_ids uuid[] not null default '{}',
  add constraint live_events_audience check (
    (user_ids is null or gym_id is null) and (gym_id is not null or except_ids = '{}'));
