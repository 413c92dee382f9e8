-- Whether a spot came with its series, when the member joined it or when the occurrence was made, or was taken by itself.
-- Null: the previous release wrote the row and didn't say; in a series it then counts as the series' (own-spot.read.ts).
alter table session_participants add column with_series boolean;

-- Of older spots their moments tell: one that came with a series is as old as its occurrence, as the member's place in the
-- series, or as another of their spots in it. Members who have left the series since are told by the last.
update session_participants p set with_series = told.with_series
from (
  select t.organization_id, t.session_id, t.user_id, t.joined_at <= t.created_at + interval '1 second' or t.same > 1
    or exists (select from session_series_members m where m.organization_id = t.organization_id
      and m.series_id = t.series_id and m.user_id = t.user_id and m.joined_at = t.joined_at) as with_series
  from (
    select spot.organization_id, spot.session_id, spot.user_id, spot.joined_at, s.series_id, s.created_at,
      count(*) over (partition by spot.organization_id, s.series_id, spot.user_id, spot.joined_at) as same
    from session_participants spot join sessions s on s.organization_id = spot.organization_id and s.id = spot.session_id
    where s.series_id is not null
  ) t
) told
where p.organization_id = told.organization_id and p.session_id = told.session_id and p.user_id = told.user_id;

-- Suggestions count own spots only, so all facts are counted once more.
delete from training_refreshes;
