-- Since when a member is a co-host: the longest-serving one takes over from a host who leaves.
alter table session_participants add column co_host_since timestamptz;
update session_participants set co_host_since = joined_at where is_co_host;
alter table session_participants drop column is_co_host;

-- As before (migration 0017), with co-hosts before other participants.
create or replace function users_hand_over_sessions() returns trigger language plpgsql security definer as $$
begin
  update sessions s set creator_id = heir.user_id
  from sessions mine cross join lateral (
    select p.user_id from session_participants p
    where p.organization_id = mine.organization_id and p.session_id = mine.id and p.user_id <> old.id
    order by p.co_host_since, p.joined_at, p.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
  update session_series s set creator_id = heir.user_id
  from session_series mine cross join lateral (
    select m.user_id from session_series_members m
    where m.organization_id = mine.organization_id and m.series_id = mine.id and m.user_id <> old.id
    order by m.joined_at, m.user_id limit 1
  ) heir
  where mine.organization_id = old.organization_id and mine.creator_id = old.id
    and s.organization_id = mine.organization_id and s.id = mine.id;
  perform forget_words(old.organization_id, old.id);
  return old;
end $$;

-- Gives up a file, unless something still shows it: sample and demo gyms share their faces. Answers whether it is gone. It
-- looks beyond the caller's organization, which the walls hide from the caller.
create function forget_file(file text) returns boolean language sql security definer as $$
  with gone as (
    delete from files f where f.key = file
      and not exists (select from users u where u.avatar_key = f.key)
      and not exists (select from assets a where a.file_key = f.key)
    returning f.key)
  select exists (select from gone);
$$;
