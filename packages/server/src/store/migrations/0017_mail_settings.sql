-- How mail is sent, when that is not set in the environment. The password is AES-256-GCM under the server's key.
create table mail_settings (
  one          boolean primary key default true check (one),
  host         text not null,
  port         integer not null check (port between 1 and 65535),
  security     text not null check (security in ('tls', 'starttls', 'none')),
  username     text,
  password     bytea,
  from_address text not null,
  from_name    text not null,
  language     text not null check (language in ('en', 'de')),
  version      bigint not null
);

-- What became of the last attempt to send, by whichever process.
create table mail_health (
  one     boolean primary key default true check (one),
  at      timestamptz not null,
  failure jsonb
);
