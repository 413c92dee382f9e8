-- A lock on a member's row writes to the row and to the log. This one is held in memory, only for the two, until the
-- transaction ends.
create or replace function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(uuid_hash_extended(least(one, other), uuid_hash_extended(greatest(one, other), 0)));
$$;
