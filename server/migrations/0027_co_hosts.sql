-- Members who run a session with its host: they may edit it and check people in. Only a participant can be one.
alter table session_participants add column is_co_host boolean not null default false;
