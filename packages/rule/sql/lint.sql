-- Licet: the lint of row-level security policies. It finds calls of licet that PostgreSQL evaluates for each row.
--
-- Install licet.sql first, then this file as the same role, where migrations are tested:
--
--     psql --set ON_ERROR_STOP=1 --file licet.sql --file lint.sql your_database
--     psql --command 'select * from licet.lint_policies()' your_database
--
-- The lint reads the catalogue only. A database in production needs no lint.

set search_path = pg_catalog, pg_temp;

-- Analyses PostgreSQL's text of an expression. Constants become 0, and quoted names become q. Then parentheses are
-- resolved from the innermost outwards, to 0 if they hold no column, else to q. A call of licet becomes "!", or "?" if
-- an argument holds a column. A sub-select without FROM and without a column removes each "!" inside it. In other
-- parentheses, "!" beside a column becomes "?". Everything keeps "?".
create or replace function licet.asked_for_each_row(expression text) returns boolean
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  type constant text :=
    '::(?:character varying|bit varying|double precision|(?:timestamp|time)(?:\(\d\))? with(?:out)? time zone|[\w.]+)'
    || '(?:\([\d,]+\))?(?:\[\])*';
  -- PostgreSQL prints keywords in capitals, except for the two constants.
  name constant text := '\m(?!(?:true|false)\M)[a-z_]';
  -- The start of parentheses that are not the arguments of a call of licet.
  open constant text := '(?<![\w.])(?:(?!licet\.)[\w.]+)?\(';
  -- A quoted name and a string may each contain the other's mark, so one pass finds both.
  rest text collate "C" := regexp_replace(expression, '''(?:[^'']|'''')*''|[!?]|("(?:[^"]|"")*")', '0\1', 'g');
  before text collate "C" := '';
begin
  rest := regexp_replace(rest, '\s+COLLATE (?:\w+\.)?(?:0"(?:[^"]|"")*"|\w+)', '', 'g');
  rest := regexp_replace(rest, '0"(?:[^"]|"")*"', 'q', 'g');
  rest := regexp_replace(rest, type, '', 'g');
  rest := regexp_replace(rest, '\s+AS\s+\w+|\m\w+ =>', '', 'g');
  while rest <> before loop
    before := rest;
    rest := regexp_replace(rest, format('\mlicet\.\w+\((?=[^()]*(?:%s|\?))[^()]*\)', name), '?', 'g');
    rest := regexp_replace(rest, '\mlicet\.\w+\([^()]*\)', '!', 'g');
    rest := regexp_replace(rest, format('%s(?=[^()!?]*%s)[^()!?]*\)', open, name), 'q', 'g');
    rest := regexp_replace(rest, format('%s(?![^()]*%s)[^()!?]*\)', open, name), '0', 'g');
    rest := regexp_replace(rest, format('\(\s*SELECT\M(?![^()]*%s)(?:(?!\mFROM\M)[^()?])*\)', name), '0', 'g');
    rest := regexp_replace(rest, '(?<![\w.])[\w.]*\([^()]*\?[^()]*\)', '?', 'g');
    rest := regexp_replace(rest, format('(?<![\w.])[\w.]*\((?=[^()]*%s)[^()?]*![^()?]*\)', name), '?', 'g');
    rest := regexp_replace(rest, '(?<![\w.])[\w.]*\([^()?]*![^()?]*\)', '!', 'g');
  end loop;
  return coalesce(rest ~ '[!?]', false);
end
$$;
comment on function licet.asked_for_each_row(text) is
  'Whether an expression, as PostgreSQL prints it, calls a function of licet outside of a sub-select, or with a column.';

create or replace function licet.lint_policies()
returns table (table_name text, policy_name text, clause text, expression text, advice text)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select format('%I.%I', policies.schemaname, policies.tablename), policies.policyname::text, part.clause, part.expression,
      format(
        'Policy %I on %I.%I calls licet for each row: write each call as (select licet.can(...)) in its %s, so that it is '
        'asked once a statement, and compare a resource of the row with (select licet.resources(...)).', policies.policyname, policies.schemaname, policies.tablename, part.clause)
    from pg_policies as policies
    cross join lateral (values ('using', policies.qual), ('with check', policies.with_check)) as part (clause, expression)
    where licet.asked_for_each_row(part.expression)
    order by 1, 2, 3;
end
$$;
comment on function licet.lint_policies() is
  'The policies of this database that call licet for each row, with what to do about each. Empty when all is well.';

grant execute on function licet.asked_for_each_row(text), licet.lint_policies() to public;

reset search_path;
