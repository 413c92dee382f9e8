-- Whom an invite code of their own was mailed to.
alter table invite_codes add mailed_to text check (length(mailed_to) <= 254);
create index invite_codes_by_mailed_to on invite_codes (lower(mailed_to)) where mailed_to is not null;
