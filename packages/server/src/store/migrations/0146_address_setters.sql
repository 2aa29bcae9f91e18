-- Who set the current address of a user, if that was another user or a program without the role admin of Licet. A mailed link depends on
-- their rights.
create table address_setters (
  user_id uuid primary key,
  set_by  uuid not null
);
-- Whether the user requested the link themself, signed in. It then confirms an address that another user set.
alter table address_links add column own boolean not null default false;
