-- Who may do what, with its whole history. Every fact is recorded from a change number to a change number and is never
-- overwritten: a row is in force at number n when no_from <= n and n < no_to. 9223372036854775807 means "until further notice".
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- One row a change of access, linked into a hash chain. It is the key of history, the audit event and the version of tokens.
create table change (
  no            bigint primary key check (no > 0),
  at            timestamptz not null unique,
  actor_kind    text not null check (actor_kind in ('user', 'operator', 'system')),
  actor_id      uuid,
  actor_name    text not null,
  action        text not null,
  application   text,
  target_kind   text not null,
  target_id     text not null,
  target_name   text not null,
  before        json not null,
  after         json not null,
  previous_hash bytea not null,
  hash          bytea not null unique
);
create index change_action on change (action, no);
create index change_target on change (target_id, no);
create index change_actor on change (actor_id, no);
create index change_application on change (application, no);

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'The audit chain is never rewritten.' using errcode = 'LC001';
end $$;
create trigger change_is_append_only before update or delete on change for each row execute function refuse_rewriting();

-- Entities. `created_no` is the number of the change that made the entity; it stays when the row is replaced by a newer one.
create table users (
  id           uuid not null,
  username     text not null,
  username_key text not null,
  email        text,
  email_key    text,
  name         text not null,
  status       text not null check (status in ('invited', 'active', 'suspended')),
  created_no   bigint not null,
  no_from      bigint not null,
  no_to        bigint not null default 9223372036854775807 check (no_from < no_to),
  -- What people search by, a line each, in one spelling.
  search       text not null generated always as (lower(normalize(name, nfkc)) || E'\n' || username_key || E'\n' || coalesce(email_key, '')) stored
);
create unique index users_id on users (id) where no_to = 9223372036854775807;
create unique index users_username on users (username_key) where no_to = 9223372036854775807;
create unique index users_email on users (email_key) where no_to = 9223372036854775807;
create index users_name on users (lower(name) collate "C", id) where no_to = 9223372036854775807;
create index users_username_order on users (username_key collate "C", id) where no_to = 9223372036854775807;
create index users_created on users (created_no, id) where no_to = 9223372036854775807;
create index users_search on users using gin (search gin_trgm_ops) where no_to = 9223372036854775807;
create index users_history on users (id, no_to);

create table groups (
  id          uuid not null,
  name        text not null,
  name_key    text not null,
  description text not null,
  created_no  bigint not null,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  search     text not null generated always as (lower(normalize(name || E'\n' || description, nfkc) collate "default")) stored
);
create unique index groups_id on groups (id) where no_to = 9223372036854775807;
create unique index groups_name on groups (name_key) where no_to = 9223372036854775807;
create index groups_name_order on groups (lower(name) collate "C", id) where no_to = 9223372036854775807;
create index groups_history on groups (id, no_to);

-- `key` is the identifier that people and tokens use; `id` is never used again, even when the key is.
create table applications (
  id          uuid not null,
  key         text not null check (key ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name        text not null,
  description text not null,
  built_in    boolean not null default false,
  created_no  bigint not null,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  search     text not null generated always as (lower(normalize(name || E'\n' || key || E'\n' || description, nfkc) collate "default")) stored
);
create unique index applications_id on applications (id) where no_to = 9223372036854775807;
create unique index applications_key on applications (key) where no_to = 9223372036854775807;
create index applications_history on applications (id, no_to);

create table permissions (
  id         uuid not null,
  app_id     uuid not null,
  name       text collate "C" not null check (length(name) between 1 and 256),
  title      text not null,
  created_no bigint not null,
  no_from    bigint not null,
  no_to      bigint not null default 9223372036854775807 check (no_from < no_to),
  search     text not null generated always as (lower(normalize(name || E'\n' || title, nfkc) collate "default")) stored
);
create unique index permissions_id on permissions (id) where no_to = 9223372036854775807;
create unique index permissions_name on permissions (app_id, name) where no_to = 9223372036854775807;
create index permissions_search on permissions using gin (search gin_trgm_ops) where no_to = 9223372036854775807;
create index permissions_history on permissions (id, no_to);
create index permissions_name_history on permissions (app_id, name, no_to);

create table roles (
  id         uuid not null,
  app_id     uuid not null,
  name       text collate "C" not null check (length(name) between 1 and 256),
  title      text not null,
  built_in   boolean not null default false,
  created_no bigint not null,
  no_from    bigint not null,
  no_to      bigint not null default 9223372036854775807 check (no_from < no_to),
  search     text not null generated always as (lower(normalize(name || E'\n' || title, nfkc) collate "default")) stored,
  constraint roles_not_a_look_alike check (name = 'admin' or lower(name) <> 'admin'),
  constraint roles_admin_is_built_in check ((name = 'admin') = built_in)
);
create unique index roles_id on roles (id) where no_to = 9223372036854775807;
create unique index roles_name on roles (app_id, name) where no_to = 9223372036854775807;
create index roles_search on roles using gin (search gin_trgm_ops) where no_to = 9223372036854775807;
create index roles_history on roles (id, no_to);
create index roles_name_history on roles (app_id, name, no_to);

-- Links. Each has both directions indexed with what the walks need.
create table memberships (
  group_id    uuid not null,
  member_id   uuid not null,
  member_kind text not null check (member_kind in ('user', 'group')),
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint memberships_no_self check (group_id <> member_id)
);
create unique index memberships_once on memberships (group_id, member_id) where no_to = 9223372036854775807;
create index memberships_up on memberships (member_id, no_to) include (group_id, no_from);
create index memberships_groups on memberships (group_id, no_to) include (member_id, no_from) where member_kind = 'group';
create index memberships_down on memberships (group_id, no_to) include (member_id, member_kind, no_from);

create table inclusions (
  role_id     uuid not null,
  included_id uuid not null,
  no_from     bigint not null,
  no_to       bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint inclusions_no_self check (role_id <> included_id)
);
create unique index inclusions_once on inclusions (role_id, included_id) where no_to = 9223372036854775807;
create index inclusions_down on inclusions (role_id, no_to) include (included_id, no_from);
create index inclusions_up on inclusions (included_id, no_to) include (role_id, no_from);

create table role_permissions (
  role_id       uuid not null,
  permission_id uuid not null,
  no_from       bigint not null,
  no_to         bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index role_permissions_once on role_permissions (role_id, permission_id) where no_to = 9223372036854775807;
create index role_permissions_down on role_permissions (role_id, no_to) include (permission_id, no_from);
create index role_permissions_up on role_permissions (permission_id, no_to) include (role_id, no_from);

create table owners (
  app_id  uuid not null,
  user_id uuid not null,
  no_from bigint not null,
  no_to   bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index owners_once on owners (app_id, user_id) where no_to = 9223372036854775807;
create index owners_by_user on owners (user_id, no_to) include (app_id, no_from);

create table grants (
  id             uuid not null,
  app_id         uuid not null,
  principal_id   uuid not null,
  principal_kind text not null check (principal_kind in ('user', 'group')),
  role_id        uuid,
  permission_id  uuid,
  starts         timestamptz not null,
  ends           timestamptz not null default 'infinity',
  reason         text not null,
  granted_by     text not null,
  created_no     bigint not null,
  no_from        bigint not null,
  no_to          bigint not null default 9223372036854775807 check (no_from < no_to),
  constraint grants_one_thing check (num_nonnulls(role_id, permission_id) = 1),
  constraint grants_end_after_start check (starts < ends),
  constraint grants_no_overlap exclude using gist (
    principal_id with =, (coalesce(role_id, permission_id)) with =, tstzrange(starts, ends) with &&
  ) where (no_to = 9223372036854775807)
);
create unique index grants_id on grants (id) where no_to = 9223372036854775807;
create index grants_history on grants (id, no_to);
create index grants_by_principal on grants (principal_id, app_id, no_to) include (role_id, permission_id, starts, ends, no_from, id);
create index grants_by_role on grants (role_id, no_to) where role_id is not null;
create index grants_by_permission on grants (permission_id, no_to) where permission_id is not null;
create index grants_ending on grants (ends) where no_to = 9223372036854775807 and ends < 'infinity';
create index grants_by_application on grants (app_id, no_to);
create index grants_by_end on grants (app_id, ends, id) where no_to = 9223372036854775807;
create index grants_by_start on grants (app_id, starts, id) where no_to = 9223372036854775807;

-- How many grants an application has, expired ones included: counting a hundred thousand for every list takes too long.
create table grant_counts (
  app_id uuid primary key,
  total  bigint not null
);

create function count_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into grant_counts as c (app_id, total)
    select a.app_id, count(*) from added a where a.no_to = 9223372036854775807 group by a.app_id
    on conflict (app_id) do update set total = c.total + excluded.total;
  else
    update grant_counts c set total = c.total - g.total
    from (select e.app_id, count(*) as total from ended e where e.no_to = 9223372036854775807 group by e.app_id) g where g.app_id = c.app_id;
    if tg_op = 'UPDATE' then
      update grant_counts c set total = c.total + g.total
      from (select a.app_id, count(*) as total from added a where a.no_to = 9223372036854775807 group by a.app_id) g where g.app_id = c.app_id;
    end if;
  end if;
  return null;
end $$;
create trigger grants_counted_in after insert on grants referencing new table as added for each statement execute function count_grants();
create trigger grants_counted_over after update on grants referencing old table as ended new table as added for each statement execute function count_grants();
create trigger grants_counted_out after delete on grants referencing old table as ended for each statement execute function count_grants();

create table clients (
  id                        uuid not null,
  app_id                    uuid not null,
  name                      text not null,
  kind                      text not null check (kind in ('browser', 'server', 'service')),
  redirect_uris             text[] not null,
  post_logout_redirect_uris text[] not null,
  web_origins               text[] not null,
  secret_hash               text,
  built_in                  boolean not null default false,
  created_no                bigint not null,
  no_from                   bigint not null,
  no_to                     bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index clients_id on clients (id) where no_to = 9223372036854775807;
create index clients_by_application on clients (app_id, no_to);

create table settings (
  organisation text not null,
  no_from      bigint not null,
  no_to        bigint not null default 9223372036854775807 check (no_from < no_to)
);
create unique index settings_one on settings (no_to) where no_to = 9223372036854775807;

-- A circle of groups or of roles is refused whatever wrote it.
create function refuse_group_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive above(start, id) as (
      select n.group_id, n.group_id from added n where n.member_kind = 'group'
      union
      select a.start, m.group_id from above a join memberships m on m.member_id = a.id and m.no_to = 9223372036854775807
    )
    select 1 from above a join added n on n.group_id = a.start and n.member_id = a.id
  ) then
    raise exception 'Groups would contain one another in a circle.' using errcode = 'LC002', constraint = 'memberships_no_cycle';
  end if;
  return null;
end $$;
create trigger memberships_no_cycle after insert on memberships referencing new table as added for each statement execute function refuse_group_cycle();

create function refuse_role_cycle() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive below(start, id) as (
      select n.role_id, n.included_id from added n
      union
      select b.start, i.included_id from below b join inclusions i on i.role_id = b.id and i.no_to = 9223372036854775807
    )
    select 1 from below where start = id
  ) then
    raise exception 'Roles would include one another in a circle.' using errcode = 'LC002', constraint = 'inclusions_no_cycle';
  end if;
  return null;
end $$;
create trigger inclusions_no_cycle after insert on inclusions referencing new table as added for each statement execute function refuse_role_cycle();

-- Neither a start nor an end lies in the past when it is written; a start that an earlier row of the same grant had may stay.
create function refuse_past_grant() returns trigger language plpgsql as $$
declare now_of_change timestamptz := current_setting('licet.change_at')::timestamptz;
begin
  if exists (
    select 1 from added n
    where n.ends <= now_of_change
       or (n.starts < now_of_change and not exists (select 1 from grants g where g.id = n.id and g.no_from < n.no_from and g.starts = n.starts))
  ) then
    raise exception 'A grant would start or end in the past.' using errcode = 'LC003', constraint = 'grants_not_in_the_past';
  end if;
  return null;
end $$;
create trigger grants_not_in_the_past after insert on grants referencing new table as added for each statement execute function refuse_past_grant();
