-- A first message to somebody who is no friend is a request until the receiver accepts it. While it waits, or is declined,
-- requested_by is its sender. Existing conversations are accepted.
alter table conversations
  add column requested_by uuid,
  add column declined_at timestamptz,
  add constraint conversations_request check (
    requested_by is null or kind = 'direct' and requested_by in (user_low_id, user_high_id)),
  add constraint conversations_declined check (declined_at is null or requested_by is not null);

-- Becoming friends accepts a request, under the same lock: either finds what the other has done.
create function conversations_lock_pair() returns trigger language plpgsql as $$
begin
  perform lock_pair(new.user_low_id, new.user_high_id);
  return new;
end $$;
create trigger conversations_lock_pair before insert on conversations
  for each row when (new.kind = 'direct') execute function conversations_lock_pair();

-- Whether a member shows that they are online, and that they are typing. Who hides it doesn't see it of others.
alter table users
  add column shows_online boolean not null default true,
  add column shows_typing boolean not null default true;

-- The processes that hold the member's streams tell the others (platform/events/presence.ts).
create function users_announce_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('presence_switched', new.id::text);
  return null;
end $$;
create trigger users_announce_presence after update of shows_online on users
  for each row when (old.shows_online <> new.shows_online) execute function users_announce_presence();
