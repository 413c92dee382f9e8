-- Searches that few readings of a session need. PostgreSQL sets up all searches of a statement before it runs it; those
-- of a function only when it is called.

-- Whether a member's turn has come: a spot is held for them, or one is free and no one ahead can take it.
create function is_waitlist_turn(_organization uuid, _session uuid, _user uuid, _free_spots int) returns boolean
language sql stable as $$
  select exists (select from session_waitlist w
    where w.organization_id = _organization and w.session_id = _session and w.user_id = _user
      and (w.status = 'offered' and w.offer_expires_at > now() or w.status = 'waiting' and _free_spots > (
        select count(*) from session_waitlist b where b.organization_id = _organization and b.session_id = _session
          and b.status = 'waiting' and (b.queued_at, b.id) < (w.queued_at, w.id))))
$$;

-- The position of an entry on a session's waitlist, including members with an open offer.
create function waitlist_position(_organization uuid, _session uuid, _queued_at timestamptz, _entry uuid) returns bigint
language sql stable as $$
  select count(*) from session_waitlist w where w.organization_id = _organization and w.session_id = _session
    and w.status in ('waiting', 'offered') and (w.queued_at, w.id) <= (_queued_at, _entry)
$$;

-- Invited members who answered that they can't go and have not joined since, without those hidden from the reader.
create function declined_people(_organization uuid, _session uuid, _hidden uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(u.card order by i.declined_at, i.user_id), '[]')
  from session_invites i join users u on u.id = i.user_id
  where i.organization_id = _organization and i.session_id = _session and i.declined_at is not null
    and i.user_id <> all(_hidden)
    and not exists (select from session_participants p
      where p.organization_id = _organization and p.session_id = _session and p.user_id = i.user_id)
$$;
