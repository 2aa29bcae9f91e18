-- Other providers that people sign in by. Facts, as clients are; their secrets have no history.
create table connections (
  id                uuid not null,
  name              text not null,
  name_key          text not null,
  kind              text not null check (kind in ('openid', 'github')),
  issuer            text not null,
  client_id         text not null,
  proof             text not null check (proof in ('secret', 'private_key')),
  scopes            text[] not null,
  enabled           boolean not null,
  domains           text[] not null,
  creates_users     boolean not null,
  allowed_domains   text[] not null,
  trusts_addresses  boolean not null,
  default_groups    uuid[] not null,
  groups_claim      text,
  group_mappings    jsonb not null,
  two_factor_values text[] not null,
  signs_out_there   boolean not null,
  created_no        bigint not null,
  no_from           bigint not null,
  no_to             bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index connections_id on connections (id) where no_to = 9223372036854775807;
create unique index connections_name on connections (name_key) where no_to = 9223372036854775807;

-- The secret that the provider gave out, or the private key that was made for it: encrypted under the server's key, with the
-- connection's id as additional data.
create table connection_secrets (
  connection_id uuid primary key,
  secret        bytea not null,
  public_key    jsonb
);

-- The accounts of users elsewhere. What is added and taken away is on the audit chain.
create table identities (
  id            uuid primary key,
  user_id       uuid not null,
  connection_id uuid not null,
  issuer        text not null,
  subject       text not null,
  name          text not null,
  linked_at     timestamptz not null,
  last_used_at  timestamptz,
  constraint identities_once unique (issuer, subject)
);
create index identities_user on identities (user_id);
create index identities_connection on identities (connection_id);
