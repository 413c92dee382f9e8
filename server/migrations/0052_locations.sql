-- A location's own contact details and look. Without a theme of its own it shows the organization's.
alter table gyms
  add column email text check (length(email) <= 254),
  add column website text check (length(website) <= 300),
  add column theme_id uuid,
  add constraint gyms_theme foreign key (organization_id, theme_id) references saved_themes (organization_id, id)
    on delete set null (theme_id);
create index gyms_by_theme on gyms (organization_id, theme_id) where theme_id is not null;

