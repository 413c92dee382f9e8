-- Gives up a file, unless something still shows it: sample and demo gyms share their faces. Answers whether it is gone. It
-- looks beyond the caller's organization, which the walls hide from the caller.
create or replace function forget_file(file text) returns boolean language sql security definer as $$
  with gone as (
    delete from files f where f.key = file
      and not exists (select from users u where u.avatar_key = f.key)
      and not exists (select from assets a where a.file_key = f.key)
      and not exists (select from conversations c where c.picture_key = f.key)
      and not exists (select from messages m where m.photo_key = f.key)
    returning f.key)
  select exists (select from gone);
$$;
grant execute on function forget_file to spotter_tenant;

-- A picture goes with its row, however that is deleted: by a call, with a conversation or with an account.
create or replace function release_file() returns trigger language plpgsql as $$
declare
  file text := to_jsonb(old) ->> tg_argv[0];
begin
  if forget_file(file) then
    perform enqueue_job('remove_file', json_build_object('key', file));
  end if;
  return null;
end $$;
create or replace trigger messages_release_photo after update of photo_key on messages
  for each row when (old.photo_key is distinct from new.photo_key and old.photo_key is not null)
  execute function release_file('photo_key');
create or replace trigger messages_release_photo_when_deleted after delete on messages
  for each row when (old.photo_key is not null) execute function release_file('photo_key');
create or replace trigger conversations_release_picture after update of picture_key on conversations
  for each row when (old.picture_key is distinct from new.picture_key and old.picture_key is not null)
  execute function release_file('picture_key');
create or replace trigger conversations_release_picture_when_deleted after delete on conversations
  for each row when (old.picture_key is not null) execute function release_file('picture_key');
-- An uploaded image goes with its row, too.
create or replace trigger assets_release_file after delete on assets
  for each row execute function release_file('file_key');
