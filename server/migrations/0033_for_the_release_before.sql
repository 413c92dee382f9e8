-- What processes of the release before need while the two run side by side (docs/releases.md).

-- They still write down why somebody was suggested. It goes in the release after this one.
alter table friend_suggestions add column reasons text[] not null default '{}';

-- The previous release keeps keys_in_use_current: it makes no key current.
-- The previous release keeps member_risk_models_lacks_check: it writes fewer of these words.
-- The previous release keeps push_subscriptions_address: it saves browsers alone, whose addresses begin with https.
-- The previous release keeps push_subscriptions_keys: it saves browsers alone, always with both keys.
-- The previous release keeps users_tell_caller_changed: it stays silent only about the hour a demo gets before anybody is signed in to it.
