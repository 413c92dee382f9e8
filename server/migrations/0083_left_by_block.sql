-- The upcoming sessions in which a block cost one of the two their spot: who was in them may still report what was said there.
alter table blocks add column left_session_ids uuid[] not null default '{}';
