-- What nobody may hold together: of the parts of a separation at most so many. Whoever holds one of the elements of a part holds the part.
create table separations (
  id         uuid not null,
  name       text not null,
  name_key   text not null,
  why        text not null,
  at_most    integer not null check (at_most > 0),
  created_no bigint not null,
  no_from    bigint not null,
  no_to      bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index separations_id on separations (id) where no_to = 9223372036854775807;
create unique index separations_name on separations (name_key) where no_to = 9223372036854775807;
create index separations_history on separations (id, no_to);
select cover_facts_of('separations');

create table separation_elements (
  separation_id uuid not null,
  part          integer not null check (part > 0),
  app_id        uuid not null,
  role_id       uuid,
  permission_id uuid,
  no_from       bigint not null,
  no_to         bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint separation_elements_one_thing check (num_nonnulls(role_id, permission_id) = 1)
);
create unique index separation_elements_once on separation_elements (separation_id, part, (coalesce(role_id, permission_id)))
  where no_to = 9223372036854775807;
create index separation_elements_of on separation_elements (separation_id, no_to);
create index separation_elements_by_role on separation_elements (role_id, no_to) where role_id is not null;
create index separation_elements_by_permission on separation_elements (permission_id, no_to) where permission_id is not null;
create index separation_elements_by_application on separation_elements (app_id, no_to);
select cover_facts_of('separation_elements');

-- Who may hold it nevertheless, from the change that made it until an end. Why stands in the audit event of that change, where it can be erased.
create table separation_exceptions (
  id            uuid not null,
  separation_id uuid not null,
  holder_id     uuid not null,
  ends          timestamptz not null check (ends < 'infinity'),
  created_no    bigint not null,
  no_from       bigint not null,
  no_to         bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index separation_exceptions_id on separation_exceptions (id) where no_to = 9223372036854775807;
create index separation_exceptions_of on separation_exceptions (separation_id, holder_id, no_to);
create index separation_exceptions_by_holder on separation_exceptions (holder_id, no_to);
create index separation_exceptions_ending on separation_exceptions (ends) where no_to = 9223372036854775807;
select cover_facts_of('separation_exceptions');

-- People are reminded of the ends of exceptions too, and of what comes later: the code says what kinds there are.
alter table reminders drop constraint if exists reminders_kind_check;
