-- How people sign in.

create table logins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('password', 'setup_code', 'google', 'apple', 'demo', 'emulation')),
  emulated_organization_id uuid references organizations on delete cascade,
  user_agent text not null default '' check (length(user_agent) <= 500),
  ip inet,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) <= 80),
  parent_login_id uuid references logins on delete cascade,
  -- The language a device asks for, which decides how mails to its owner write dates and times.
  language text check (length(language) <= 35),
  constraint logins_emulation_has_organization check ((method = 'emulation') = (emulated_organization_id is not null)),
  constraint logins_reason_needs_revocation check (revoked_reason is null or revoked_at is not null),
  constraint logins_emulation_has_parent check ((method = 'emulation') = (parent_login_id is not null))
);
create index logins_by_user on logins (user_id, last_used_at desc);
create index logins_by_emulated_organization on logins (emulated_organization_id)
  where emulated_organization_id is not null;
create index logins_by_expiry on logins (expires_at);
create index logins_by_parent on logins (parent_login_id) where parent_login_id is not null;

-- One successor for each token: parent_hash is unique, so parallel refreshes agree on who comes next.
create table refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  login_id uuid not null references logins on delete cascade,
  parent_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_by_login on refresh_tokens (login_id);

create table email_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email')),
  code_hash bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_codes_newest on email_codes (user_id, purpose, created_at desc);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- From which network a reset link was requested, so that many requests from one slow down only the strangers there.
  asked_from text check (length(asked_from) <= 64)
);
create index password_resets_by_user on password_resets (user_id, created_at desc);
create index password_resets_by_address on password_resets (asked_from, created_at);

-- Identity at a provider is (issuer, subject), never the email.
create table social_identities (
  issuer text not null check (length(issuer) <= 300),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('google', 'apple')),
  email text check (length(email) <= 254),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  constraint social_identities_one_a_provider unique (user_id, provider)
);

-- Signed proofs that were spent; a row may go once its proof has expired.
create table spent_proofs (
  proof_id text primary key check (length(proof_id) <= 100),
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);
