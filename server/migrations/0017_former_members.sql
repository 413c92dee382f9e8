-- A deleted account takes its names and words along. What others share stays, without them.

-- Who wrote the words of a session, also after it was handed over. Ids without foreign keys: deleting the account clears them.
alter table sessions add column title_by uuid, add column description_by uuid, add column cancel_reason_by uuid;
alter table session_series add column title_by uuid, add column description_by uuid;
update sessions set title_by = creator_id, description_by = creator_id,
  cancel_reason_by = case when cancel_reason is not null then creator_id end;
update session_series set title_by = creator_id, description_by = creator_id;

-- Words count as those of the host at that time.
create function name_author() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.title_by := coalesce(new.title_by, new.creator_id);
    new.description_by := coalesce(new.description_by, new.creator_id);
    return new;
  end if;
  if new.title <> old.title and (new.title_by is null or new.title_by = old.title_by) then
    new.title_by := new.creator_id;
  end if;
  if new.description <> old.description and (new.description_by is null or new.description_by = old.description_by) then
    new.description_by := new.creator_id;
  end if;
  return new;
end $$;
create trigger sessions_name_author before insert or update of title, description on sessions
  for each row execute function name_author();
create trigger session_series_name_author before insert or update of title, description on session_series
  for each row execute function name_author();

-- What a session is called when the words of its host are gone.
create function neutral_session_title(workout_type text) returns text language sql immutable as $$
  select case workout_type when 'classes' then 'Class' else initcap(workout_type) || ' session' end;
$$;

-- What a notification keeps of a session whose row goes.
create function session_keepsake(organization uuid, session uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('session', jsonb_build_object(
    'title', neutral_session_title(s.workout_type),
    'day', to_char(s.starts_at at time zone g.timezone, 'YYYY-MM-DD')))
  from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.organization_id = organization and s.id = session;
$$;

create function forget_words(organization uuid, person uuid) returns void language sql as $$
  update sessions s set
    title = case when s.title_by = person then neutral_session_title(s.workout_type) else s.title end,
    title_by = nullif(s.title_by, person),
    description = case when s.description_by = person then '' else s.description end,
    description_by = nullif(s.description_by, person),
    cancel_reason = case when s.cancel_reason_by = person then null else s.cancel_reason end,
    cancel_reason_by = nullif(s.cancel_reason_by, person),
    revision = s.revision + 1
  where s.organization_id = organization and person in (s.title_by, s.description_by, s.cancel_reason_by);
  update session_series s set
    title = case when s.title_by = person then neutral_session_title(s.workout_type) else s.title end,
    title_by = nullif(s.title_by, person),
    description = case when s.description_by = person then '' else s.description end,
    description_by = nullif(s.description_by, person)
  where s.organization_id = organization and person in (s.title_by, s.description_by);
$$;

-- As before (migration 0007), and then the words go.
create or replace function users_hand_over_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set creator_id = heir.user_id
  from sessions mine cross join lateral (
    select p.user_id from session_participants p
    where p.organization_id = mine.organization_id and p.session_id = mine.id and p.user_id <> old.id
    order by p.joined_at, p.user_id limit 1
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

-- People a notification was about whose accounts are gone. It keeps its text and names them as former members.
alter table notifications add column former_actors int not null default 0 check (former_actors >= 0);

create or replace function notification_actors_last_gone() returns trigger language plpgsql as $$
begin
  delete from notifications n using (select distinct organization_id, notification_id from gone) g
  where n.organization_id = g.organization_id and n.id = g.notification_id and n.former_actors = 0
    and not exists (select from notification_actors a
      where a.organization_id = n.organization_id and a.notification_id = n.id);
  return null;
end $$;

-- The members whose names or words a mail to somebody else carries.
alter table mails add column about_ids uuid[] not null default '{}';
create index mails_about on mails using gin (about_ids) where about_ids <> '{}';
