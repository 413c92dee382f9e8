-- What a system message reports, without people hidden from the reader: few messages are one, so its searches are set up
-- only when it is called. People are stored by id, so that a deleted account leaves no name behind.
create function message_notice(_details jsonb, _hidden uuid[]) returns json language sql stable as $$
  select json_build_object('action', _details ->> 'action',
    'actor', (select p.card from users p where p.id = (_details ->> 'actor_id')::uuid and p.id <> all(_hidden)),
    'people', (select coalesce(json_agg(p.card order by p.first_name, p.last_name, p.id), '[]') from users p
      where p.id in (select jsonb_array_elements_text(_details -> 'user_ids')::uuid) and p.id <> all(_hidden)),
    'name', _details ->> 'name')
$$;
