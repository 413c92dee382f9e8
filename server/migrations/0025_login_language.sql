-- The language a device asks for, which decides how mails to its owner write dates and times.
alter table logins add column language text check (length(language) <= 35);
