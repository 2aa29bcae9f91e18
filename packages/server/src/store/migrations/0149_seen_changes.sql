-- The time up to which a user has seen the changes, as they marked it on the first page.
create table seen_changes (
  user_id uuid primary key,
  until   timestamptz not null
);
