-- A location's look is the saved theme it shows; nothing read this column.
alter table gyms drop column branding;
