-- Phones get pushes beside browsers. A phone's address is the token its push service gave to one app on it.
-- The previous release takes a token for a browser that is gone and deletes it; the app saves it again at its next start.
alter table push_subscriptions
  add column platform text not null default 'web' check (platform in ('web', 'ios', 'android')),
  add column app_id text check (length(app_id) <= 155),
  alter column p256dh drop not null,
  alter column auth drop not null,
  drop constraint push_subscriptions_endpoint_check,
  add constraint push_subscriptions_address
    check (length(endpoint) <= 1000 and (platform = 'web') = (endpoint ~ '^https?://')),
  add constraint push_subscriptions_keys check (
    case platform when 'web' then p256dh is not null and auth is not null and app_id is null
    else p256dh is null and auth is null and app_id is not null end);
