-- Who sees which part of a member's profile.
create domain shown_to as text check (value in ('everyone', 'friends', 'nobody'));
alter table users
  add column level_and_goals_shown_to shown_to not null default 'everyone',
  add column usual_times_shown_to shown_to not null default 'everyone',
  add column sessions_shown_to shown_to not null default 'everyone';
