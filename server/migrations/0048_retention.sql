-- Members at risk of leaving: what the nightly job found, what admins did about it, and whom they set aside.

create table member_risks (
  organization_id uuid not null,
  user_id uuid not null,
  probability double precision not null check (probability between 0 and 1),
  -- what the probability was computed from; the words are made from it when it is read
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  last_session_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index member_risks_highest on member_risks (organization_id, probability desc, user_id);
select build_tenant_wall('member_risks');

-- When an organization's risks were last computed, by the calendar day of its own zone.
create table member_risk_runs (
  organization_id uuid primary key references organizations on delete cascade,
  computed_on date not null,
  computed_at timestamptz not null
);
select build_tenant_wall('member_risk_runs');

-- What an admin did to win a member back. Whether the member came back is read from their sessions.
create table member_remedies (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('message', 'invite', 'ask_friend')),
  actor_id uuid references users on delete set null,
  friend_id uuid,
  session_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, friend_id) references users (organization_id, id) on delete set null (friend_id),
  foreign key (organization_id, session_id) references sessions (organization_id, id) on delete set null (session_id)
);
create index member_remedies_by_user on member_remedies (organization_id, user_id, created_at desc);
create index member_remedies_newest on member_remedies (organization_id, created_at desc);
create index member_remedies_by_actor on member_remedies (actor_id) where actor_id is not null;
create index member_remedies_by_friend on member_remedies (organization_id, friend_id) where friend_id is not null;
create index member_remedies_by_session on member_remedies (organization_id, session_id) where session_id is not null;
select build_tenant_wall('member_remedies');

create table member_risk_dismissals (
  organization_id uuid not null,
  user_id uuid not null,
  dismissed_by uuid references users on delete set null,
  until timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index member_risk_dismissals_by on member_risk_dismissals (dismissed_by) where dismissed_by is not null;
select build_tenant_wall('member_risk_dismissals');

-- A friend is asked to reach out. It never says why.
alter domain notification_kind drop constraint notification_kind_check;
alter domain notification_kind add constraint notification_kind_check check (value in (
  'friend_request', 'friend_accepted', 'session_invite', 'session_joined', 'session_left', 'session_changed',
  'session_cancelled', 'session_starts_soon', 'spot_freed', 'proposal', 'proposal_answered', 'session_message',
  'message', 'announcement', 'friend_away'));
