-- The views of a list that all its readers have. They are not facts: a view changes no access.
create table shared_views (
  id      uuid primary key,
  list    text not null check (list in ('users')),
  name    text not null check (char_length(name) between 1 and 60),
  address jsonb not null check (jsonb_typeof(address) = 'object' and octet_length(address::text) <= 4000),
  unique (list, name)
);
