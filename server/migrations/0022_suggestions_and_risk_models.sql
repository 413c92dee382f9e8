-- Suggestions learn from answers to friend requests (training_facts.openness); nothing reads the reasons that were shown, or
-- counts outcomes by them. No release has been made that writes the column.
drop index friend_suggestions_outcomes;
alter table friend_suggestions drop column reasons;

-- The radar gives no percentages where spots come with a series and hardly anyone checks in.
alter table member_risk_models drop constraint member_risk_models_lacks_check,
  add constraint member_risk_models_lacks_check check (lacks in ('weeks', 'check_ins', 'leavers', 'any_leavers', 'stayers'));
