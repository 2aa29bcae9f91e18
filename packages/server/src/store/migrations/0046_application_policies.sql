-- What an application asks of those who sign in to it beyond what the organisation asks of everybody. `ways` and `max_age` (seconds)
-- are null where it asks for nothing of its own.
create table application_policies (
  app_id        uuid not null,
  ways          text[] check (ways <@ '{password,passkey,provider}' and cardinality(ways) > 0),
  second_factor boolean not null,
  max_age       integer check (max_age > 0),
  no_from       bigint not null,
  no_to         bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index application_policies_one on application_policies (app_id) where no_to = 9223372036854775807;
