-- The servers of the version before work on beside: of the tables below all are locked at once, or none and a little later. One after the other they
-- would wait for those who wait for them.
do $$ begin
  for tries in 1..1000 loop
    begin
      lock table change, users, grants, requests in access exclusive mode nowait;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.01 + random() * 0.02);
    end;
  end loop;
end $$;

-- Personal values enter the chain as commitments from version 3 on: SHA-256 over 16 random bytes and the values. Who has neither the bytes nor
-- the values learns nothing from it, so that a person can be erased and every hash still computes. `committed` is the commitment that the
-- chain covers where the values are no longer those that it was made of.
alter table users add column salt bytea not null default uuid_send(gen_random_uuid());
alter table users add column committed bytea;
alter table grants add column salt bytea not null default uuid_send(gen_random_uuid());
alter table grants add column committed bytea;
alter table requests add column salt bytea not null default uuid_send(gen_random_uuid());
alter table requests add column committed bytea;
-- Of changes of versions 1 and 2 what was committed is their hash, and they have a salt once something of them was erased.
alter table change add column salt bytea;
alter table change add column committed bytea;
alter table change add constraint change_salted check (salt is not null or (version < 3 and committed is null));
create index users_committed on users (no_from) where committed is not null;
create index grants_committed on grants (no_from) where committed is not null;
create index requests_committed on requests (no_from) where committed is not null;
create index change_committed on change (no) where committed is not null;

-- What was erased, by which change: of which row, to what the chain is committed, and the commitment to what is left. Of rows that version 2 covers in the
-- clear also the digest of the line that it covers, and of the line as it reads since. Facts: the change that erases covers them.
create table erasures (
  of_kind   text not null check (of_kind in ('users', 'grants', 'requests', 'change')),
  -- Null for a change, whose number stands in `row_no`; for others that is the number that the row begins with.
  of_id     uuid,
  row_no    bigint not null,
  original  bytea not null,
  remains   bytea not null,
  line      bytea,
  line_now  bytea,
  no_from   bigint not null,
  constraint erasures_of_a_row check ((of_kind = 'change') = (of_id is null)),
  constraint erasures_both_lines check ((line is null) = (line_now is null))
);
create index erasures_opened_by on erasures (no_from);
create index erasures_of on erasures (of_kind, row_no, of_id);
create trigger erasures_noted after insert or update or delete on erasures for each statement execute function note_written();

-- The chain is never rewritten, but for what an erasure takes out of it: who acted, what it was about by name, before and after.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('licet.erasing', true) = 'on'
    and to_jsonb(new) - array['actor_name', 'target_name', 'before', 'after', 'salt', 'committed']
      = to_jsonb(old) - array['actor_name', 'target_name', 'before', 'after', 'salt', 'committed']
  then
    return new;
  end if;
  raise exception 'The audit chain is never rewritten.' using errcode = 'LC001';
end $$;

-- The personal values of a row as JSON: what its commitment is made of.
create function facts_personal_users_3(f users) returns text language sql stable as $$
  select concat('["users",', to_json(f.username), ',', to_json(f.username_key), ',', coalesce(to_json(f.email)::text, 'null'), ',', coalesce(to_json(f.email_key)::text, 'null'), ',', to_json(f.name), ']')
$$;
create function facts_personal_grants_3(f grants) returns text language sql stable as $$
  select concat('["grants",', to_json(f.reason), ',', to_json(f.granted_by), ']')
$$;
create function facts_personal_requests_3(f requests) returns text language sql stable as $$
  select concat('["requests",', to_json(f.reason), ',', to_json(f.place), ',', to_json(f.note), ']')
$$;

-- The third encoding: as the second, but for the tables that hold what is personal. There the commitment stands behind number and id.
create function facts_of_users_3(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      concat('["users",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_users_3(f), 'UTF8'))), 'hex'), '",', to_json(f.status), ',', f.created_no, ']')
    from users f where f.no_from between first and last;
  return query select f.no_to, false,
      concat('["users",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_users_3(f), 'UTF8'))), 'hex'), '",', to_json(f.status), ',', f.created_no, ']')
    from users f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_grants_3(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      concat('["grants",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_grants_3(f), 'UTF8'))), 'hex'), '","', f.app_id, '","', f.principal_id, '",', to_json(f.principal_kind), ',', coalesce('"' || f.role_id::text || '"', 'null'), ',', coalesce('"' || f.permission_id::text || '"', 'null'), ',"', f.starts, '","', f.ends, '",', f.created_no, ']')
    from grants f where f.no_from between first and last;
  return query select f.no_to, false,
      concat('["grants",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_grants_3(f), 'UTF8'))), 'hex'), '","', f.app_id, '","', f.principal_id, '",', to_json(f.principal_kind), ',', coalesce('"' || f.role_id::text || '"', 'null'), ',', coalesce('"' || f.permission_id::text || '"', 'null'), ',"', f.starts, '","', f.ends, '",', f.created_no, ']')
    from grants f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_requests_3(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO' as $$
begin
  return query select f.no_from, true,
      concat('["requests",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_requests_3(f), 'UTF8'))), 'hex'), '","', f.app_id, '","', f.user_id, '",', coalesce('"' || f.role_id::text || '"', 'null'), ',', coalesce('"' || f.permission_id::text || '"', 'null'), ',', f.seconds, ',"', f.asked_at, '","', f.lapses_at, '",', to_json(f.state), ',', coalesce('"' || f.decided_at::text || '"', 'null'), ',', coalesce('"' || f.decided_by::text || '"', 'null'), ',', coalesce('"' || f.given_role_id::text || '"', 'null'), ',', coalesce('"' || f.given_permission_id::text || '"', 'null'), ',', coalesce(f.given_seconds::text, 'null'), ',', coalesce('"' || f.grant_id::text || '"', 'null'), ',', f.created_no, ']')
    from requests f where f.no_from between first and last;
  return query select f.no_to, false,
      concat('["requests",', f.no_from, ',"', f.id, '","', encode(coalesce(f.committed, sha256(f.salt || convert_to(facts_personal_requests_3(f), 'UTF8'))), 'hex'), '","', f.app_id, '","', f.user_id, '",', coalesce('"' || f.role_id::text || '"', 'null'), ',', coalesce('"' || f.permission_id::text || '"', 'null'), ',', f.seconds, ',"', f.asked_at, '","', f.lapses_at, '",', to_json(f.state), ',', coalesce('"' || f.decided_at::text || '"', 'null'), ',', coalesce('"' || f.decided_by::text || '"', 'null'), ',', coalesce('"' || f.given_role_id::text || '"', 'null'), ',', coalesce('"' || f.given_permission_id::text || '"', 'null'), ',', coalesce(f.given_seconds::text, 'null'), ',', coalesce('"' || f.grant_id::text || '"', 'null'), ',', f.created_no, ']')
    from requests f where f.no_to between first and last and f.no_to < 9223372036854775807;
end $$;
create function facts_of_erasures_3(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  return query select f.no_from, true,
      concat('["erasures",', f.no_from, ',"', f.of_kind, '",', coalesce('"' || f.of_id::text || '"', 'null'), ',', f.row_no, ',"', encode(f.original, 'hex'), '","', encode(f.remains, 'hex'), '",', coalesce('"' || encode(f.line, 'hex') || '"', 'null'), ',', coalesce('"' || encode(f.line_now, 'hex') || '"', 'null'), ']')
    from erasures f where f.no_from between first and last;
end $$;

create function facts_of_changes_3(first bigint, last bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
begin
  return query select * from facts_of_users_3(first, last);
  return query select * from facts_of_groups_2(first, last);
  return query select * from facts_of_applications_2(first, last);
  return query select * from facts_of_permissions_2(first, last);
  return query select * from facts_of_roles_2(first, last);
  return query select * from facts_of_memberships_2(first, last);
  return query select * from facts_of_inclusions_2(first, last);
  return query select * from facts_of_role_permissions_2(first, last);
  return query select * from facts_of_owners_2(first, last);
  return query select * from facts_of_grants_3(first, last);
  return query select * from facts_of_clients_2(first, last);
  return query select * from facts_of_settings_2(first, last);
  return query select * from facts_of_requests_3(first, last);
  return query select * from facts_of_policies_2(first, last);
  return query select * from facts_of_application_policies_2(first, last);
  return query select * from facts_of_demands_2(first, last);
  return query select * from facts_of_connections_2(first, last);
  return query select * from facts_of_erasures_3(first, last);
end $$;

create function facts_written_3(number bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare
  written text;
  personal constant text[] := array['users', 'grants', 'requests', 'erasures'];
begin
  foreach written in array string_to_array(coalesce(current_setting('licet.written', true), ''), ',') loop
    return query execute format('select * from %I($1, $1)', 'facts_of_' || written || case when written = any (personal) then '_3' else '_2' end)
      using number;
  end loop;
end $$;
