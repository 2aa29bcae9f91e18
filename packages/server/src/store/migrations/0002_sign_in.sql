-- Getting in: passwords, links, sessions, keys and what the OpenID provider remembers. None of this is an access change: it
-- has no history by change number. Every secret is kept as a hash, or encrypted under the server's key.

-- The server's key itself is not here, only a fingerprint, so that a process with another key is refused.
create table server_key (
  one         boolean primary key default true check (one),
  fingerprint bytea not null
);

-- `private_key` is the private JWK, AES-256-GCM under the server's key with the kid as additional data: nonce, text, tag.
create table signing_keys (
  kid         text primary key,
  state       text not null check (state in ('next', 'current', 'retired')),
  algorithm   text not null,
  public_key  jsonb not null,
  private_key bytea not null,
  created_at  timestamptz not null default clock_timestamp(),
  retired_at  timestamptz
);
create unique index signing_keys_next on signing_keys (state) where state = 'next';
create unique index signing_keys_current on signing_keys (state) where state = 'current';

create table credentials (
  user_id       uuid primary key,
  password_hash text not null,
  set_at        timestamptz not null default clock_timestamp()
);

-- Attempts that failed or have not succeeded yet, by what they were made on: an account, an unknown name, a network. It is
-- counted before the password is looked at, so that parallel attempts cannot slip past the limit.
create table failures (
  key           bytea primary key,
  kind          text not null check (kind in ('account', 'name', 'network', 'setup')),
  failures      integer not null check (failures >= 0),
  last_at       timestamptz not null,
  blocked_until timestamptz not null
);
create index failures_last on failures (last_at) where kind <> 'account';

create table password_links (
  token_hash bytea primary key,
  user_id    uuid not null unique,
  made_at    timestamptz not null,
  expires_at timestamptz not null
);

create table setup_codes (
  code_hash  bytea primary key,
  expires_at timestamptz not null
);

create table sign_ins (
  id      uuid primary key,
  at      timestamptz not null,
  user_id uuid,
  outcome text not null,
  client  text,
  address text,
  agent   text
);
create index sign_ins_at on sign_ins (at, id);
create index sign_ins_user on sign_ins (user_id, at, id);

-- When each user last signed in: lists show it and are sorted by it, whatever the length of the log.
create table last_sign_ins (
  user_id uuid primary key,
  at      timestamptz not null
);

-- A signed-in browser. `seen_at` moves with what the person does, not with what an open tab does by itself.
create table sessions (
  uid        text primary key,
  user_id    uuid not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz,
  address    text,
  agent      text
);
create index sessions_user on sessions (user_id, created_at) where ended_at is null;
create index sessions_expires on sessions (expires_at);

-- Access tokens that were issued up to a moment and end before they expire: those of a user, or of a session.
create table cut_offs (
  kind text not null check (kind in ('user', 'session')),
  id   text not null,
  at   timestamptz not null,
  primary key (kind, id)
);
create index cut_offs_at on cut_offs (at);

-- What the OpenID provider remembers. `id` is the SHA-256 of what the browser or the client holds.
create table oidc_records (
  model       text not null,
  id          bytea not null,
  payload     jsonb not null,
  grant_id    text,
  uid         text,
  session_uid text,
  consumed_at timestamptz,
  expires_at  timestamptz not null,
  primary key (model, id)
);
create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (uid) where uid is not null;
create index oidc_records_session on oidc_records (session_uid) where session_uid is not null;
create index oidc_records_expires on oidc_records (expires_at);

-- DPoP proofs that were seen (RFC 9449 section 11.1). Lost in a crash of the database, as their time is short.
create unlogged table dpop_proofs (
  id         bytea primary key,
  expires_at timestamptz not null
);
create index dpop_proofs_expires on dpop_proofs (expires_at);

-- Permission lists that are too long for a token, by the SHA-256 that the token carries in their place.
create table permission_lists (
  ref         text primary key,
  permissions jsonb not null,
  expires_at  timestamptz not null
);
