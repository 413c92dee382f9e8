-- An invited member may say that they can't go. The host sees it until the member joins after all.
alter table session_invites add column declined_at timestamptz;
