-- What people sign in with beside a password, and sign-ins that wait for their second step. As with passwords, none of this has a
-- history by change number; what was added and taken away is on the audit chain.

-- `credential_id` is the authenticator's name for it, `counter` the number of its last signature, 0 where it does not count.
create table passkeys (
  id            uuid primary key,
  user_id       uuid not null,
  credential_id bytea not null,
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  backed_up     boolean not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  constraint passkeys_once unique (credential_id)
);
create index passkeys_user on passkeys (user_id, created_at);

-- A registration or sign-in with a passkey that is under way: its challenge, good once.
create table passkey_challenges (
  id         text primary key,
  challenge  text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

-- Authenticator apps. The secret is encrypted under the server's key, with the user's id as additional data: nonce, text, tag.
-- `last_step` is the half minute whose code was used last: no code works twice.
create table totp (
  user_id      uuid primary key,
  secret       bytea not null,
  added_at     timestamptz not null,
  last_step    bigint not null,
  last_used_at timestamptz
);

-- One that waits for its first right code.
create table totp_offers (
  user_id    uuid primary key,
  secret     bytea not null,
  expires_at timestamptz not null
);
create index totp_offers_expires on totp_offers (expires_at);

create table recovery_codes (
  user_id   uuid not null,
  code_hash bytea not null,
  made_at   timestamptz not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose first factor was right and whose second is asked for: by the provider's id of the sign-in, which its browser
-- alone has. `ways` is how the person has proved who they are so far.
create table sign_in_steps (
  uid        text primary key,
  user_id    uuid not null,
  ways       text[] not null,
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);
create index sign_in_steps_expires on sign_in_steps (expires_at);

-- By what a session was signed in to (RFC 8176); sessions of before this did it by password.
alter table sessions add column amr text[] not null default '{pwd}';

-- Codes and passkeys have counters of their own.
alter table failures drop constraint failures_kind_check;
alter table failures add constraint failures_kind_check
  check (kind in ('account', 'name', 'network', 'browser', 'session', 'code', 'passkey'));
