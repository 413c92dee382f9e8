-- Friends, requests, blocks. Two members share at most one friendship and one open request in either direction,
-- and neither beside a block.

create table friend_requests (
  organization_id uuid not null,
  id uuid not null,
  sender_id uuid not null,
  receiver_id uuid not null,
  message text not null default '' check (length(message) <= 500),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, sender_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, receiver_id) references users (organization_id, id) on delete cascade,
  check (sender_id <> receiver_id),
  check ((status = 'pending') = (answered_at is null))
);
-- Crossed requests meet here: the second one finds the first.
create unique index friend_requests_one_open
  on friend_requests (organization_id, least(sender_id, receiver_id), greatest(sender_id, receiver_id))
  where status = 'pending';
create index friend_requests_received on friend_requests (organization_id, receiver_id, created_at desc)
  where status = 'pending';
create index friend_requests_sent on friend_requests (organization_id, sender_id, created_at desc)
  where status = 'pending';
create index friend_requests_by_sender on friend_requests (organization_id, sender_id);
create index friend_requests_by_receiver on friend_requests (organization_id, receiver_id);

create table friendships (
  organization_id uuid not null,
  id uuid not null,
  user_low_id uuid not null,
  user_high_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_low_id, user_high_id),
  foreign key (organization_id, user_low_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, user_high_id) references users (organization_id, id) on delete cascade,
  unique (organization_id, id),
  constraint friendships_ordered check (user_low_id < user_high_id)
);
create index friendships_from_high on friendships (organization_id, user_high_id, user_low_id);

create table blocks (
  organization_id uuid not null,
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, blocker_id, blocked_id),
  foreign key (organization_id, blocker_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, blocked_id) references users (organization_id, id) on delete cascade,
  check (blocker_id <> blocked_id)
);
create index blocks_from_blocked on blocks (organization_id, blocked_id, blocker_id);

-- What happens between two people is done one after the other, under the row lock of the lower id.
create function lock_pair(one uuid, other uuid) returns void language sql as $$
  select 1 from users where id = least(one, other) for no key update;
$$;

create function refuse_when_blocked(organization uuid, one uuid, other uuid) returns void language plpgsql as $$
begin
  perform lock_pair(one, other);
  if exists (select from blocks b where b.organization_id = organization
      and ((b.blocker_id = one and b.blocked_id = other) or (b.blocker_id = other and b.blocked_id = one))) then
    raise exception 'one of the two has blocked the other'
      using errcode = 'check_violation', constraint = 'friends_not_blocked';
  end if;
end $$;

create function friendships_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.user_low_id, new.user_high_id);
  return new;
end $$;
create trigger friendships_refuse_blocked before insert or update on friendships
  for each row execute function friendships_refuse_blocked();

create function friend_requests_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.sender_id, new.receiver_id);
  return new;
end $$;
create trigger friend_requests_refuse_blocked before insert or update on friend_requests
  for each row when (new.status = 'pending') execute function friend_requests_refuse_blocked();

create function blocks_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.blocker_id, new.blocked_id);
  return new;
end $$;
create trigger blocks_lock_pair before insert on blocks
  for each row execute function blocks_lock_pair();

create function blocks_end_friendship() returns trigger language plpgsql as $$
begin
  delete from friendships f where f.organization_id = new.organization_id
    and f.user_low_id = least(new.blocker_id, new.blocked_id)
    and f.user_high_id = greatest(new.blocker_id, new.blocked_id);
  update friend_requests r set status = 'withdrawn', answered_at = now()
  where r.organization_id = new.organization_id and r.status = 'pending'
    and least(r.sender_id, r.receiver_id) = least(new.blocker_id, new.blocked_id)
    and greatest(r.sender_id, r.receiver_id) = greatest(new.blocker_id, new.blocked_id);
  return null;
end $$;
create trigger blocks_end_friendship after insert on blocks
  for each row execute function blocks_end_friendship();
