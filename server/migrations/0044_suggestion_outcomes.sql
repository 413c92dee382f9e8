-- What came of suggestions, for the tastes of many members at once: read from the index alone.
create index friend_suggestions_outcomes on friend_suggestions (organization_id, user_id)
  include (reasons, acted_on, dismissed_on, shown_days, last_shown_on)
  where acted_on is not null or dismissed_on is not null or shown_days >= 3;
