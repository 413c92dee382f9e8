-- A lock on a member's row writes to the row and to the log; this one is held in memory until the transaction ends. Pairs
-- share 2,048 locks, so that a statement about very many can't fill the memory for locks. While an organization is
-- imported nobody else sees it, so its pairs need none.
create or replace function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(65, (uuid_hash_extended(least(one, other), uuid_hash_extended(greatest(one, other), 0)) & 2047)::int)
  where current_setting('spotter.importing', true) is distinct from 'on';
$$;
