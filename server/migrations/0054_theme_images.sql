-- An uploaded image goes with its row, like the pictures of conversations (migration 0035).
create trigger assets_release_file after delete on assets
  for each row execute function release_file('file_key');
