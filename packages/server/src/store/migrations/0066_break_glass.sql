-- Roles that somebody took at once because their policy lets them, each with what its review found. Why they took it is the reason of the grant.
create table break_glass (
  id          uuid not null,
  app_id      uuid not null,
  role_id     uuid not null,
  user_id     uuid not null,
  grant_id    uuid not null,
  used_at     timestamptz not null,
  state       text not null check (state in ('unreviewed', 'justified', 'objected')),
  reviewed_by uuid,
  reviewed_at timestamptz,
  created_no  bigint not null,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  check ((state = 'unreviewed') = (reviewed_at is null))
);
create unique index break_glass_one on break_glass (id) where no_to = 9223372036854775807;
create index break_glass_of_application on break_glass (app_id, used_at, id) where no_to = 9223372036854775807;
create index break_glass_of_user on break_glass (user_id, used_at, id) where no_to = 9223372036854775807;
create index break_glass_unreviewed on break_glass (used_at, id) where no_to = 9223372036854775807 and state = 'unreviewed';
select cover_facts_of('break_glass');
