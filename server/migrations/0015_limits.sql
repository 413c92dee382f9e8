-- The checks of texts say what the contract says (contract/src/sessions/limits.ts); the release before kept to that too.
alter table session_series drop constraint session_series_description_check,
  add constraint session_series_description_check check (length(description) <= 2000);
alter table sessions drop constraint sessions_description_check,
  add constraint sessions_description_check check (length(description) <= 2000);
alter table session_proposals drop constraint session_proposals_message_check,
  add constraint session_proposals_message_check check (length(message) <= 500);
