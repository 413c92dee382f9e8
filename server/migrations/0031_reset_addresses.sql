-- From which network a reset link was requested, so that many requests from one slow down only the strangers there.
alter table password_resets add column asked_from text check (length(asked_from) <= 64);
create index password_resets_by_address on password_resets (asked_from, created_at);
