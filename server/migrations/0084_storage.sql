-- Who stored a file, so that a member and an organization have a limit to what they store. Null: came with an import, or
-- the member's account is gone.
alter table files add column stored_by uuid references users on delete set null;
update files f set stored_by = m.sender_id from messages m where m.photo_key = f.key;
update files f set stored_by = u.id from users u where u.avatar_key = f.key and u.organization_id is not distinct from f.organization_id;
update files f set stored_by = c.picture_by from conversations c where c.picture_key = f.key;
update files f set stored_by = a.created_by from assets a where a.file_key = f.key;
create index files_by_member on files (stored_by) include (bytes) where stored_by is not null;
create index files_of_organization on files (organization_id) include (bytes);
drop index files_by_organization;

-- A super admin may give an organization and its members several times the usual space.
alter table organizations add column storage_times int not null default 1 check (storage_times between 1 and 100);
