-- A person as lists, sessions and chats show them, written when the person changes: a page of sessions shows two hundred,
-- and building each from its fields took half of that page's time.
create function person_card(
  id uuid, first_name text, last_name text, avatar_key text, avatar_color text, fitness_level text
) returns json language sql immutable parallel safe as $$
  select format('{"id":%s,"first_name":%s,"last_name":%s,"avatar_url":%s,"avatar_color":%s,"fitness_level":%s}',
    to_json(id), to_json(first_name), to_json(last_name), coalesce(to_json('/files/' || avatar_key)::text, 'null'),
    to_json(avatar_color), coalesce(to_json(fitness_level)::text, 'null'))::json
$$;

alter table users add column card json not null generated always as (person_card(id, first_name, last_name, avatar_key,
  avatar_color, case when level_and_goals_shown_to = 'everyone' then fitness_level end)) stored;
