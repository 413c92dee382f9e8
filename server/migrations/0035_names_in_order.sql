-- Lists of locations and organizations are sorted as people do: 'Gym 2' before 'Gym 10'. Numbers are filled up with zeros, once
-- a name is written and not whenever a list is read.

alter table gyms add column name_order text not null generated always as
  (regexp_replace(regexp_replace(lower(name), '[0-9]+', '00000000000000000000\&', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) stored;
alter table organizations add column name_order text not null generated always as
  (regexp_replace(regexp_replace(lower(name), '[0-9]+', '00000000000000000000\&', 'g'), '[0-9]*([0-9]{20})', '\1', 'g')) stored;
