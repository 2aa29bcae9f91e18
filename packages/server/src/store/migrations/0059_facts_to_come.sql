-- Tables of facts that come from now on. A line of theirs is written by one function for all of them: the row as JSON, so that a column that a
-- table is given later is covered too, and says nothing where it is empty: lines of before read the same. What these tables hold is
-- nobody's free text, which would have to be erasable. Changes that were made before there was such a table opened nothing in it, so the third
-- encoding stays what it was; these functions look at more tables.

-- Which tables those are: of facts, and none that has a function of its own.
create function facts_later_4() returns setof name language sql stable as $$
  select c.relname from pg_catalog.pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and 2 = (select count(*) from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname in ('no_from', 'no_to') and not a.attisdropped)
    and c.relname <> all (array['users', 'groups', 'applications', 'permissions', 'roles', 'memberships', 'inclusions', 'role_permissions', 'owners',
      'grants', 'clients', 'settings', 'requests', 'policies', 'application_policies', 'demands', 'connections', 'erasures'])
  order by c.relname
$$;

create function facts_of_later_4(named name, first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan set timezone = 'UTC' set datestyle = 'ISO'
set intervalstyle = 'iso_8601' set bytea_output = 'hex' set extra_float_digits = 1 as $$
declare
  line constant text := format(
    'jsonb_build_array(%L, f.no_from, (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(f) - ''no_from'' - ''no_to'') e where e.value <> ''null''))::text',
    named);
begin
  return query execute format('select f.no_from, true, %s from %I f where f.no_from between $1 and $2', line, named) using first, last;
  return query execute format('select f.no_to, false, %s from %I f where f.no_to between $1 and $2 and f.no_to < 9223372036854775807', line, named)
    using first, last;
end $$;

create function facts_of_changes_4(first bigint, last bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare named name;
begin
  return query select * from facts_of_changes_3(first, last);
  for named in select * from facts_later_4() loop
    return query select * from facts_of_later_4(named, first, last);
  end loop;
end $$;

create function facts_written_4(number bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare
  written text;
  personal constant text[] := array['users', 'grants', 'requests', 'erasures'];
  second constant text[] := array['groups', 'applications', 'permissions', 'roles', 'memberships', 'inclusions', 'role_permissions', 'owners', 'clients',
    'settings', 'policies', 'application_policies', 'demands', 'connections'];
begin
  foreach written in array string_to_array(coalesce(current_setting('licet.written', true), ''), ',') loop
    if written = any (personal) then
      return query execute format('select * from %I($1, $1)', 'facts_of_' || written || '_3') using number;
    elsif written = any (second) then
      return query execute format('select * from %I($1, $1)', 'facts_of_' || written || '_2') using number;
    else
      return query select * from facts_of_later_4(written, number, number);
    end if;
  end loop;
end $$;

-- Makes a table with the columns no_from and no_to one of facts that the chain covers.
create function cover_facts_of(named name) returns void language plpgsql as $$
begin
  execute format('create index %I on %I (no_from)', named || '_opened_by', named);
  execute format('create index %I on %I (no_to) where no_to < 9223372036854775807', named || '_closed_by', named);
  execute format('create trigger %I after insert or update or delete on %I for each statement execute function note_written()', named || '_noted', named);
end $$;
