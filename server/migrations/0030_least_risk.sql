-- From which risk on a member who still comes is named, chosen from the organization's own past nights.
-- Null: the shipped limit.
alter table member_risk_models add column least_slipping float8 check (least_slipping > 0 and least_slipping < 1);
