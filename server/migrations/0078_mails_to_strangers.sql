-- How many mails an organization sends a day to people who haven't answered one depends on how many have.

-- Staff marked the address as verified, and nobody has answered from it yet.
alter table users add email_vouched boolean not null default false;
-- A super admin trusts the organization: it mails as many strangers as it likes.
alter table organizations add mail_limit_lifted boolean not null default false;

create index users_answered on users (organization_id) where email_verified and not email_vouched;
