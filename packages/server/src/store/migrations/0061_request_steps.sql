-- What requests for access have beside their own row. No text that people wrote stands in a table of facts.

-- An approval of one step. `user_id`: whose it is; `cast_by`: who gave it, the same person, or whom they named while they are away. `rule`: the digest
-- of the steps by which it was given: when the role's policy asks for other ones, it counts no more. What is less than was asked for binds those after it.
create table request_votes (
  request_id          uuid not null,
  step                integer not null check (step > 0),
  rule                text not null,
  user_id             uuid not null,
  cast_by             uuid not null,
  cast_at             timestamptz not null,
  given_role_id       uuid,
  given_permission_id uuid,
  seconds             integer not null check (seconds > 0),
  no_from             bigint not null,
  no_to               bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint request_votes_one_thing check (num_nonnulls(given_role_id, given_permission_id) = 1)
);
-- Nobody has two voices, in whosever place.
create unique index request_votes_once on request_votes (request_id, rule, user_id) where no_to = 9223372036854775807;
create unique index request_votes_cast_once on request_votes (request_id, rule, cast_by) where no_to = 9223372036854775807;
create index request_votes_by_caster on request_votes (cast_by) where no_to = 9223372036854775807;
select cover_facts_of('request_votes');

-- Of a request that somebody else made for the person, who; of one for longer access, the grant that ends.
create table request_origins (
  request_id  uuid not null,
  proposed_by uuid,
  renews      uuid,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint request_origins_something check (num_nonnulls(proposed_by, renews) > 0)
);
create unique index request_origins_of on request_origins (request_id) where no_to = 9223372036854775807;
select cover_facts_of('request_origins');

-- An approval that was taken back at once; `undone_by` is null for the operator.
create table request_undos (
  request_id uuid not null,
  undone_by  uuid,
  undone_at  timestamptz not null,
  no_from    bigint not null,
  no_to      bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index request_undos_of on request_undos (request_id) where no_to = 9223372036854775807;
select cover_facts_of('request_undos');

-- Who decides in somebody's place while they are away.
create table delegations (
  id          uuid not null,
  user_id     uuid not null,
  delegate_id uuid not null,
  starts      timestamptz not null,
  ends        timestamptz not null,
  created_no  bigint not null,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint delegations_not_to_themselves check (user_id <> delegate_id),
  constraint delegations_end_after_start check (starts < ends)
);
create unique index delegations_one on delegations (user_id) where no_to = 9223372036854775807;
create index delegations_to on delegations (delegate_id) where no_to = 9223372036854775807;
select cover_facts_of('delegations');

-- What is said about a request. The chain has it too, where it can be erased.
create table request_comments (
  id         uuid primary key,
  request_id uuid not null,
  user_id    uuid not null,
  at         timestamptz not null,
  text       text not null
);
create index request_comments_of on request_comments (request_id, at, id);
create index request_comments_by on request_comments (user_id);

-- When those who decide were last told that a request waits, and how often.
create table request_reminders (
  request_id uuid primary key,
  told_at    timestamptz not null,
  times      integer not null
);
