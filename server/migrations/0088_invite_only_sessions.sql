-- A session for the people it was planned with. Only its participants, the members invited to it and the gym's managers
-- see it. While an invited member hasn't answered, they may choose one of the other times instead.
alter table sessions
  add column invite_only boolean not null default false,
  add column other_times timestamptz[] not null default '{}' check (cardinality(other_times) <= 2);

-- Invited members who haven't answered yet, without those hidden from the reader.
create function waiting_people(_organization uuid, _session uuid, _hidden uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(u.card order by i.created_at, i.user_id), '[]')
  from session_invites i join users u on u.id = i.user_id
  where i.organization_id = _organization and i.session_id = _session and i.declined_at is null and u.is_active
    and i.user_id <> all(_hidden)
    and not exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = i.user_id)
$$;

-- Whether a member was asked to a session that is only for people who were: they host it, are in it, are invited, or
-- manage its gym.
create function is_asked_to(_organization uuid, _session uuid, _user uuid) returns boolean
language sql stable as $$
  select exists (select from sessions s where s.organization_id = _organization and s.id = _session and s.creator_id = _user)
    or exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = _user)
    or exists (select from session_invites i
      where i.organization_id = _organization and i.session_id = _session and i.user_id = _user)
    or exists (select from sessions s join users u on u.id = _user and u.organization_id = _organization
      where s.organization_id = _organization and s.id = _session and (u.role = 'org_admin' or u.role = 'gym_admin'
        and exists (select from user_gyms ug where ug.organization_id = _organization and ug.user_id = _user
          and ug.gym_id = s.gym_id and ug.manages)))
$$;
