-- How the pages before the console look. A picture is known by the first 128 bits of its SHA-256, and kept while it is shown.
create table pictures (
  hash   text primary key check (hash ~ '^[0-9a-f]{32}$'),
  type   text not null check (type in ('image/png', 'image/webp')),
  width  integer not null check (width between 1 and 1024),
  height integer not null check (height between 1 and 1024),
  bytes  bytea not null check (octet_length(bytes) <= 102400)
);

create table appearance (
  one         boolean primary key default true check (one),
  accent      text check (accent ~ '^#[0-9a-f]{6}$'),
  accent_dark text check (accent_dark ~ '^#[0-9a-f]{6}$'),
  logo        text references pictures,
  logo_dark   text references pictures,
  icon        text references pictures,
  version     bigint not null,
  check (accent is not null or accent_dark is null)
);
