-- The web app's hashed files of the last builds. During a release every node serves the pages of both, whichever it came with.
create table web_builds (
  id text primary key check (length(id) <= 64),
  published_at timestamptz not null default now()
);
create table web_assets (
  build_id text not null references web_builds on delete cascade,
  name text not null check (length(name) <= 300),
  body bytea not null check (octet_length(body) <= 20000000),
  -- the same, compressed by Brotli when it was built
  brotli bytea,
  primary key (build_id, name)
);
create index web_assets_by_name on web_assets (name);
revoke all on web_builds, web_assets from spotter_tenant;
