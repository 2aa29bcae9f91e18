-- Servers of the version before this one keep writing. All of these tables are locked at once, or none and a little later: locked one after
-- the other they could deadlock with a transaction that already has one of them.
do $$ begin
  for tries in 1..1000 loop
    begin
      lock table users, grants, requests in access exclusive mode nowait;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.01 + random() * 0.02);
    end;
  end loop;
end $$;

-- Version 4 of the chain. One function writes the line of a row of any table of facts: its columns by name, without those that are empty, so that a
-- column that is added later changes no line from before. The functions of versions 2 and 3 stay: older changes and older servers need them.

-- The type of a personal column: the chain covers it by the commitment of its row, and an erasure empties it.
create domain personal_text as text;

-- The personal columns of a table of facts, and whether they came after version 3. The one declaration: the chain, erasures and tests read it.
create function facts_personal_columns(named name) returns table (name name, later boolean) language sql stable as $$
  select a.attname, a.atttypid = 'public.personal_text'::regtype from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', named)::regclass and a.attnum > 0 and not a.attisdropped
    and (a.atttypid = 'public.personal_text'::regtype or a.attname = any (case named
      when 'users' then array['username', 'username_key', 'email', 'email_key', 'name']
      when 'grants' then array['reason', 'granted_by']
      when 'requests' then array['reason', 'place', 'note']
    end))
$$;

-- The tables of facts.
create function facts_tables_v4() returns setof name language sql stable as $$
  select c.relname from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'no_from' and not a.attisdropped)
    and (c.relname = 'erasures'
      or exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'no_to' and not a.attisdropped))
  order by c.relname
$$;

-- The columns of a table that its lines cover. Left out are the numbers, which stand before them or at the change, the commitment itself, and what
-- PostgreSQL computes from other columns. Those are known by their names: whoever drops a column and adds a computed one of that name must be found.
create function facts_columns_v4(named name) returns setof name language sql stable as $$
  select a.attname from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', named)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (array['no_from', 'no_to', 'search', 'sought', 'skeleton']) and a.attname not like 'computed\_%'
    and not (named in ('users', 'grants', 'requests') and a.attname in ('salt', 'committed'))
$$;

-- SQL for what the commitment of a row is made of: the text of version 3, with the later personal columns behind it when any has a value. So a row without
-- such values has one commitment in both versions.
create function facts_personal_v4(named name, alias name) returns text language sql stable as $$
  select case when count(*) = 0 then format('facts_personal_%s_3(%I)', named, alias)
    else format('concat(left(facts_personal_%1$s_3(%2$I), -1), '',{'' || nullif(array_to_string(array[%3$s], '',''), '''') || ''}'', '']'')',
      named, alias, string_agg(format('%L || to_json(%I.%I)::text', to_json(c.name)::text || ':', alias, c.name), ', ' order by c.name)) end
  from facts_personal_columns(named) c where c.later
$$;

-- SQL for the line of a row f. The line of a table with personal columns has the commitment behind number and id, as in version 3.
create function facts_line_v4(named name) returns text language plpgsql stable as $$
declare
  salted constant boolean := named in ('users', 'grants', 'requests');
  clear text;
begin
  -- The text of a number, a truth value or a uuid is its JSON, but for quotes: to_json looks the type up for each row.
  select string_agg(format(
      case when a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'bool'::regtype) then '%L || f.%I::text'
        when a.atttypid = 'uuid'::regtype then '%L || ''"'' || f.%I::text || ''"'''
        else '%L || to_json(f.%I)::text' end, to_json(c.name)::text || ':', c.name), ', ' order by c.name) into clear
  from facts_columns_v4(named) c (name)
    join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', named)::regclass and a.attname = c.name
  where not salted or (c.name <> 'id' and not exists (select from facts_personal_columns(named) p where p.name = c.name));
  return format('concat(%L, f.no_from, %s'',{'', array_to_string(array[%s], '',''), ''}]'')',
    '["' || named::text || '",',
    case when salted then format(''',"'', f.id, ''","'', encode(coalesce(f.committed, sha256(f.salt || convert_to(%s, ''UTF8''))), ''hex''), ''"'', ',
      facts_personal_v4(named, 'f')) else '' end,
    clear);
end $$;

create function facts_of_table_v4(named name, first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'iso_8601' set bytea_output = 'hex'
set extra_float_digits = 1 as $$
declare
  line constant text := facts_line_v4(named);
begin
  return query execute format('select f.no_from, true, %s from public.%I f where f.no_from between $1 and $2', line, named) using first, last;
  -- An erasure is never closed.
  if named <> 'erasures' then
    return query execute format('select f.no_to, false, %s from public.%I f where f.no_to between $1 and $2 and f.no_to < 9223372036854775807', line, named)
      using first, last;
  end if;
end $$;

create function facts_of_changes_v4(first bigint, last bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare named name;
begin
  for named in select * from facts_tables_v4() loop
    return query select * from facts_of_table_v4(named, first, last);
  end loop;
end $$;

create function facts_written_v4(number bigint) returns table (no bigint, opened boolean, fact text) language plpgsql stable as $$
declare written text;
begin
  foreach written in array string_to_array(coalesce(current_setting('licet.written', true), ''), ',') loop
    return query select * from facts_of_table_v4(written::name, number, number);
  end loop;
end $$;

-- The rows in which a column has a value that versions 2 and 3 do not tell. A server of those versions leaves such a column empty, so no change of theirs
-- opens such a row: a verification takes it for a row that somebody added.
create function facts_unseen_v4(first bigint, last bigint) returns table (no bigint, opened boolean, fact text)
language plpgsql stable set enable_seqscan = off set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'iso_8601' set bytea_output = 'hex'
set extra_float_digits = 1 as $$
declare
  named name;
  later text;
begin
  for named in select * from facts_tables_v4() loop
    select string_agg(format('f.%I', c.name), ', ') into later
    from facts_columns_v4(named) c (name),
      (select array_agg(told[1]) as columns from pg_catalog.pg_proc p cross join lateral regexp_matches(p.prosrc, '\mf\.(\w+)', 'g') told
       where p.proname = any (array[format('facts_of_%s_2', named), format('facts_of_%s_3', named), format('facts_personal_%s_3', named)]::name[])) third
    where third.columns is not null and c.name <> all (third.columns);
    if later is not null then
      return query execute format('select f.no_from, true, %s from public.%I f where f.no_from between $1 and $2 and num_nonnulls(%s) > 0',
        facts_line_v4(named), named, later) using first, last;
    end if;
  end loop;
end $$;

-- An erasure keeps the commitment to what stood in the row. A server of version 3 does not know later personal columns: it would keep another one, and leave
-- their values. So it erases nobody who has one; a newer server does.
create function keep_commitment() returns trigger language plpgsql as $$
declare stood bytea;
begin
  if old.committed is null and new.committed is not null then
    execute format('select sha256(f.salt || convert_to(%s, ''UTF8'')) from unnest(array[$1]) f', facts_personal_v4(tg_table_name, 'f')) into stood using old;
    if stood is distinct from new.committed then
      raise exception 'This row of % has values that this version of Licet does not know. Erase the person on a server of the newest version.', tg_table_name;
    end if;
  end if;
  return new;
end $$;
create trigger users_commitment before update of committed on users for each row execute function keep_commitment();
create trigger grants_commitment before update of committed on grants for each row execute function keep_commitment();
create trigger requests_commitment before update of committed on requests for each row execute function keep_commitment();
