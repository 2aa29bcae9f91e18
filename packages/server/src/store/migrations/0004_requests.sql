-- Requests for access, with their history like every other fact. A request that nobody decides lapses at `lapses_at`: that is
-- computed, nothing is written then. When its application, user, or what it asks for is deleted, it lapses at that moment.
create table requests (
  id                  uuid not null,
  app_id              uuid not null,
  user_id             uuid not null,
  role_id             uuid,
  permission_id       uuid,
  -- For how long, counted from the approval.
  seconds             integer not null check (seconds > 0),
  reason              text not null,
  place               text not null,
  asked_at            timestamptz not null,
  lapses_at           timestamptz not null,
  state               text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'withdrawn')),
  decided_at          timestamptz,
  -- Null: the operator, by the socket.
  decided_by          uuid,
  given_role_id       uuid,
  given_permission_id uuid,
  given_seconds       integer,
  note                text not null default '',
  grant_id            uuid,
  created_no          bigint not null,
  no_from             bigint not null,
  no_to               bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint requests_one_thing check (num_nonnulls(role_id, permission_id) = 1),
  constraint requests_decided check ((state = 'pending') = (decided_at is null)),
  constraint requests_given check (
    num_nonnulls(given_role_id, given_permission_id) = (state = 'approved')::int
    and (given_seconds is not null) = (state = 'approved') and (grant_id is not null) = (state = 'approved')
  ),
  constraint requests_not_more check (given_seconds <= seconds),
  constraint requests_not_own check (state not in ('approved', 'denied') or decided_by is distinct from user_id),
  -- The same is asked for by the same once at a time; after a lapse again.
  constraint requests_once exclude using gist (
    user_id with =, (coalesce(role_id, permission_id)) with =, tstzrange(asked_at, lapses_at) with &&
  ) where (no_to = 9223372036854775807 and state = 'pending')
);
create unique index requests_id on requests (id) where no_to = 9223372036854775807;
create index requests_history on requests (id, no_to);
create unique index requests_grant on requests (grant_id) where no_to = 9223372036854775807 and grant_id is not null;
create index requests_by_user on requests (user_id, asked_at, id) where no_to = 9223372036854775807;
create index requests_by_application on requests (app_id, asked_at, id) where no_to = 9223372036854775807;
create index requests_by_time on requests (asked_at, id) where no_to = 9223372036854775807;
create index requests_waiting on requests (lapses_at, app_id) where no_to = 9223372036854775807 and state = 'pending';
