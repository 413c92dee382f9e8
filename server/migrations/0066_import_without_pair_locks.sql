-- Nobody else sees an organization while it is imported, so its pairs need no lock. As many as it has friendships would
-- not fit into the memory for locks.
create or replace function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_advisory_xact_lock(uuid_hash_extended(least(one, other), uuid_hash_extended(greatest(one, other), 0)))
  where current_setting('spotter.importing', true) is distinct from 'on';
$$;
