-- The weekly mail to owners. A row says that an owner has got the mail of a week, so that nothing sends it again.
create table weekly_mails (
  organization_id uuid not null,
  user_id uuid not null,
  -- the Monday on which it is sent
  week date not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, week),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
select build_tenant_wall('weekly_mails');

alter table notification_settings add column weekly_mail boolean not null default true;
