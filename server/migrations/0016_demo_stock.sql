-- Sandboxes made ahead, so that a visitor is inside at once. Handing one out deletes its row here.
create table demo_stock (
  organization_id uuid primary key references organizations on delete cascade,
  made_at timestamptz not null default now()
);
create index demo_stock_oldest on demo_stock (made_at);
select build_tenant_wall('demo_stock');
