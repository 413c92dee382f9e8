-- A lock on a member's row writes to the row and to the log; this one is held in memory until the transaction ends. Pairs
-- share 2,048 locks, so that a statement about very many can't fill the memory for locks. While an organization is
-- imported nobody else sees it, so its pairs need none.
create or replace function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(65, (uuid_hash_extended(least(one, other), uuid_hash_extended(greatest(one, other), 0)) & 2047)::int)
  where current_setting('spotter.importing', true) is distinct from 'on';
$$;

create or replace function refuse_when_blocked(organization uuid, one uuid, other uuid) returns void language plpgsql as $$
begin
  perform lock_pair(one, other);
  if exists (select from blocks b where b.organization_id = organization
      and b.blocker_id in (one, other) and b.blocked_id in (one, other)) then
    raise exception 'one of the two has blocked the other'
      using errcode = 'check_violation', constraint = 'friends_not_blocked';
  end if;
end $$;

create or replace function friendships_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.user_low_id, new.user_high_id);
  return new;
end $$;
create or replace trigger friendships_refuse_blocked before insert or update on friendships
  for each row execute function friendships_refuse_blocked();

create or replace function friend_requests_refuse_blocked() returns trigger language plpgsql as $$
begin
  perform refuse_when_blocked(new.organization_id, new.sender_id, new.receiver_id);
  return new;
end $$;
create or replace trigger friend_requests_refuse_blocked before insert or update on friend_requests
  for each row when (new.status = 'pending') execute function friend_requests_refuse_blocked();

create or replace function blocks_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.blocker_id, new.blocked_id);
  return new;
end $$;
create or replace trigger blocks_lock_pair before insert on blocks
  for each row execute function blocks_lock_pair();

create or replace function blocks_end_friendship() returns trigger language plpgsql as $$
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
create or replace trigger blocks_end_friendship after insert on blocks
  for each row execute function blocks_end_friendship();
