-- A large import is undone part by part: how many rows are removed, and how far it has come.
alter table imports
  add removed int not null default 0 check (removed between 0 and made),
  add undone_after uuid;
