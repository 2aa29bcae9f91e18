-- What open tabs and API servers are told of a change is read from the facts that began or ended with it.
create index grants_began on grants (no_from);
create index grants_ended on grants (no_to) where no_to < 9223372036854775807;
create index memberships_began on memberships (no_from);
create index memberships_ended on memberships (no_to) where no_to < 9223372036854775807;
create index role_permissions_began on role_permissions (no_from);
create index role_permissions_ended on role_permissions (no_to) where no_to < 9223372036854775807;
create index inclusions_began on inclusions (no_from);
create index inclusions_ended on inclusions (no_to) where no_to < 9223372036854775807;
create index roles_ended on roles (no_to) where no_to < 9223372036854775807;
create index permissions_ended on permissions (no_to) where no_to < 9223372036854775807;
create index applications_ended on applications (no_to) where no_to < 9223372036854775807;
create index users_ended on users (no_to) where no_to < 9223372036854775807;
create index clients_ended on clients (no_to) where no_to < 9223372036854775807;
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- Which permissions were really exercised, as applications report it: how often on a day, and when last.
create table usage (
  app_id        uuid not null,
  user_id       uuid not null,
  permission_id uuid not null,
  day           date not null,
  count         bigint not null check (count between 1 and 1000000000000),
  last_at       timestamptz not null,
  primary key (app_id, user_id, permission_id, day)
);
create index usage_day on usage (day);
