-- What a member did with the people suggested to them. Days are the member's own, so that a list stays the same all day.
create table friend_suggestions (
  organization_id uuid not null,
  user_id uuid not null,
  suggested_id uuid not null,
  -- what spoke for the person when they were last shown
  reasons text[] not null default '{}'
    check (reasons <@ array['hours', 'level', 'goals', 'workouts', 'friends', 'together']),
  first_shown_on date not null,
  last_shown_on date not null,
  shown_days int not null default 1 check (shown_days > 0),
  -- a friend request, an invitation to train together, or a session both went to
  acted_on date,
  -- "Not for me": neither is suggested to the other again
  dismissed_on date,
  primary key (organization_id, user_id, suggested_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, suggested_id) references users (organization_id, id) on delete cascade,
  check (user_id <> suggested_id)
);
create index friend_suggestions_by_suggested on friend_suggestions (organization_id, suggested_id, user_id);
select build_tenant_wall('friend_suggestions');
