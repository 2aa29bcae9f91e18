-- How a role may be given, as `rolePolicyChange` of the contract says it; a role without a row has the usual policy. It names people and
-- groups by id: one that is gone is nobody.
create table role_policies (
  app_id  uuid not null,
  role_id uuid not null,
  policy  jsonb not null,
  no_from bigint not null,
  no_to   bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index role_policies_one on role_policies (role_id) where no_to = 9223372036854775807;
create index role_policies_of_application on role_policies (app_id, no_to);
select cover_facts_of('role_policies');
