-- What checkpoints are signed with. The public keys are kept for ever. What is sealed under the server's key is the private key while it signs,
-- and the public one afterwards: a key that somebody else put here does not open.
create table audit_keys (
  kid        text primary key,
  public_key jsonb not null,
  sealed     bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index audit_keys_current on audit_keys ((true)) where retired_at is null;

-- The signed checkpoints: number and hash of the newest change, and the digest of the checkpoint before.
create table audit_checkpoints (
  sequence bigint primary key,
  epoch    integer not null,
  no       bigint not null,
  signed   text not null,
  at       timestamptz not null
);
