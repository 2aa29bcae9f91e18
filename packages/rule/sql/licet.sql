-- Licet: the access rule in PostgreSQL 15 and later, for row-level security.
--
-- Install or update the schema with this command. It drops nothing and creates no table. If lint.sql is installed too,
-- install its new version as well: an old lint does not know new functions, and reports nothing about them.
--
--     psql --set ON_ERROR_STOP=1 --file licet.sql your_database
--
-- Install the schema in your application's database, not in the database of the Licet server.
--
-- The schema licet has two layers:
--
-- 1. The rule itself: pure functions with the claims and a time as arguments. Their results equal those of @licet/rule.
--    The same test cases (vectors/) check both.
-- 2. The rule for the current request. The claims come from the setting request.jwt.claims, as in PostgREST and
--    Supabase. The time comes from the database's clock. Use these functions in policies. Write each call in a
--    sub-select, (select licet.can('invoices.read')). PostgreSQL then evaluates the call once per statement instead of
--    once per row.
--
-- No function raises an error for any claims. In doubt, functions return false (or null). No function is SECURITY
-- DEFINER or writes data.
--
-- The search_path of the installer or the caller never changes a result. PostgreSQL resolves bodies after RETURN while
-- this file runs, with only pg_catalog on the search_path. The end of the file resets the search_path to the session's
-- default. The other functions set their own search_path. Names are compared byte by byte, whatever the collation.
--
-- The owner of the schema licet, or of a function in it, can change the rule. So this file refuses to install if
-- another role owns the schema or one of its functions.
--
-- The code that sets the claims must have verified them. Every role that can run arbitrary SQL can set
-- request.jwt.claims, so only your API server may use its database login.

set search_path = pg_catalog, pg_temp;

do $$
declare
  other constant text := (
    select pg_get_userbyid(owner)
    from (
      select nspowner as owner from pg_namespace where nspname = 'licet'
      union all
      select proowner from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = 'licet'
    ) as owners
    where pg_get_userbyid(owner) <> current_user
    limit 1
  );
begin
  if other is not null then
    raise exception 'Schema licet is there already and it, or a function in it, belongs to %, who could change the rule. %',
      quote_ident(other), format('Install as %I, or drop it, or make %I its owner.', other, current_user)
      using errcode = 'insufficient_privilege';
  end if;
end
$$;

create schema if not exists licet;
comment on schema licet is 'The access rule of Licet: what a verified token permits.';

-- ---------------------------------------------------------------------------------------------------------------
-- 1. The rule
-- ---------------------------------------------------------------------------------------------------------------

-- Replaces strings by "" and other values by 0. Then replaces each list or object that contains only values by 0,
-- from the innermost outwards.
create or replace function licet.is_json(source text) returns boolean
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  hex constant text := '[0-9A-Fa-f]';
  -- A single escaped character. NUL and lone surrogates are excluded, because jsonb cannot store them.
  single constant text := '(?:[1-9A-Ca-cEFef]' || hex || '{3}|[Dd][0-7]' || hex || '{2}'
    || '|0[1-9A-Fa-f]' || hex || '{2}|00[1-9A-Fa-f]' || hex || '|000[1-9A-Fa-f])';
  pair constant text := '[Dd][89ABab]' || hex || '{2}\\u[Dd][C-Fc-f]' || hex || '{2}';
  string constant text := '"(?:[^"\\\u0001-\u001f]|\\["\\/bfnrt]|\\u' || single || '|\\u' || pair || ')*"';
  scalar constant text := '-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][-+]?0*[0-9]{1,4})?|true|false|null';
  compound constant text := '\[(?:(?:""|0)(?:,(?:""|0))*)?\]|\{(?:"":(?:""|0)(?:,"":(?:""|0))*)?\}';
  bare text collate "C" := source;
  read bigint := 0;
begin
  -- If the database's encoding is not UTF8, it may lack the escaped character.
  if getdatabaseencoding() <> 'UTF8' and bare ~ '\\u(?!00[0-7])' then return false; end if;
  bare := regexp_replace(bare, string, '""', 'g');
  if strpos(replace(bare, '""', ''), '"') > 0 then return false; end if;
  if length(bare) >= 5000 and strpos(translate(bare, '123456789', '000000000'), repeat('0', 5000)) > 0 then
    return false;
  end if;
  bare := translate(regexp_replace(bare, scalar, '0', 'g'), E' \t\n\r', '');
  -- Deeper nesting would exceed PostgreSQL's stack. The limit on characters also rejects texts that are both long and
  -- deep, which would take many seconds.
  for level in 1..500 loop
    exit when bare !~ compound;
    read := read + length(bare);
    if read > 10000000 then return false; end if;
    bare := regexp_replace(bare, compound, '0', 'g');
  end loop;
  return coalesce(bare in ('0', '""'), false);
end
$$;
comment on function licet.is_json(text) is 'Whether the text is JSON that a cast to jsonb takes without an error. False also for what takes too long to find out.';

-- PostgreSQL 16 and later can test whether a cast would fail. PostgreSQL 15 must catch the error, and a function that
-- catches errors prevents parallel plans.
create or replace function licet.parse(source text) returns jsonb
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  plain constant text collate "C" := source; -- some functions refuse a collation that knows no case
  -- Brackets of at most 17 levels, and strings. One pass finds out, because no part can match in two ways.
  string constant text := '"(?:[^"\\]|\\.)*"';
  other constant text := '(?:[^][{}"]|' || string;
  shallow constant text := '^' || repeat(other || '|[[{]', 17) || other || ')*' || repeat('[]}])*', 17) || '$';
begin
  -- The cast of JSON with thousands of levels exceeds PostgreSQL's stack, which is an error even in pg_input_is_valid.
  if current_setting('server_version_num')::int >= 160000 and (
    octet_length(plain) - octet_length(replace(replace(plain, '[', ''), '{', '')) <= 500 or plain ~ shallow
  ) then
    if pg_input_is_valid(plain, 'jsonb') then return plain::jsonb; end if;
  elsif licet.is_json(plain) then
    return plain::jsonb;
  end if;
  return null;
end
$$;
comment on function licet.parse(text) is
  'Reads JSON and never raises: null for null, for what is not JSON, and for JSON that jsonb cannot hold or that is
   beyond reason (an escaped NUL, half of a surrogate pair, numbers too long for numeric, 500 levels, a megabyte of
   many levels). Null claims are malformed claims: every answer about them is no.';

create or replace function licet.is_names(list jsonb) returns boolean
language sql immutable parallel safe
return case
  when list is null then true
  when jsonb_typeof(list) = 'array'
    then not jsonb_path_exists(list, 'strict $[*] ? (@.type() != "string")', '{}', true)
  else false
end;
comment on function licet.is_names(jsonb) is 'A list of strings and nothing else; a missing list (null) is an empty one.';

-- A path in strict mode answers null, not false, if a value has another form. The whole list is read three times, not
-- once for each of its objects.
create or replace function licet.is_grants(list jsonb) returns boolean
language sql immutable parallel safe
return case
  when list is null then true
  when jsonb_typeof(list) = 'array' then
    jsonb_path_exists(list, 'strict $[*].resources[*] ? (@.type() != "string")', '{}', true) is false
    and jsonb_path_exists(list, 'strict $[*] ? (@.resources.type() != "array")', '{}', true) is false
    and jsonb_path_exists(
      jsonb_path_query_array(list, 'lax $[*].roles'), 'strict $[*][*] ? (@.type() != "string")', '{}', true
    ) is false
    and jsonb_path_exists(
      jsonb_path_query_array(list, 'lax $[*].permissions'), 'strict $[*][*] ? (@.type() != "string")', '{}', true
    ) is false
  else false
end;
comment on function licet.is_grants(jsonb) is
  'A list of grants on resources and nothing else: objects with a list resources, and lists roles and permissions,
   which may be missing. A missing list of grants (null) is an empty one.';

-- The path method converts to a double like the cast, but without an error. If it rejects a number that is not large,
-- the number is too small for a double. It then becomes zero, as in JavaScript.
create or replace function licet.expiry(claims jsonb) returns double precision
language sql immutable parallel safe
return case when jsonb_typeof(claims -> 'exp') = 'number' then
  case
    when jsonb_path_exists(claims -> 'exp', '$.double()', '{}', true) then (claims -> 'exp')::double precision
    when abs((claims -> 'exp')::numeric) < 1 then 0
  end
end;
comment on function licet.expiry(jsonb) is
  'The claim exp in seconds since the epoch; null when it is missing, not a number, or beyond the range of doubles.';

create or replace function licet.malformed(claims jsonb) returns text
language sql immutable parallel safe
return case
  when claims is null then 'payload'
  when jsonb_typeof(claims -> 'sub') is distinct from 'string' then 'sub'
  when not licet.is_names(claims -> 'roles') then 'roles'
  when not licet.is_names(claims -> 'permissions') then 'permissions'
  when claims -> 'permissions_ref' is not null and jsonb_typeof(claims -> 'permissions_ref') <> 'string'
    then 'permissions_ref'
  when claims -> 'on' is not null and not licet.is_grants(claims -> 'on') then 'on'
  when claims -> 'on_ref' is not null and jsonb_typeof(claims -> 'on_ref') <> 'string' then 'on_ref'
  when licet.expiry(claims) is null then 'exp'
end;
comment on function licet.malformed(jsonb) is
  'The first claim that is wrong: payload, sub, roles, permissions, permissions_ref, on, on_ref or exp; null when all
   are well.';

create or replace function licet.is_valid(claims jsonb, now double precision) returns boolean
language sql immutable parallel safe
return coalesce(
  -- PostgreSQL orders NaN above every number.
  now > '-Infinity' and now < 'Infinity' and now < licet.expiry(claims) and licet.malformed(claims) is null,
  false
);
comment on function licet.is_valid(jsonb, double precision) is
  'Whether the claims are well formed and now < exp, strictly. now: seconds since the epoch.';

create or replace function licet.has_role(claims jsonb, role text) returns boolean
language sql immutable parallel safe
return coalesce(licet.malformed(claims) is null and claims -> 'roles' ? role, false);
comment on function licet.has_role(jsonb, text) is
  'Whether the claims list the role: membership alone, expiry is not looked at.';

create or replace function licet.has_permission(claims jsonb, permission text) returns boolean
language sql immutable parallel safe
return coalesce(licet.malformed(claims) is null and claims -> 'permissions' ? permission, false);
comment on function licet.has_permission(jsonb, text) is
  'Whether the claims list the permission: membership alone, so not for an admin. To decide, ask licet.can.';

create or replace function licet.can(claims jsonb, permission text, now double precision) returns boolean
language sql immutable parallel safe
return coalesce(
  permission is not null
    and (claims -> 'roles' ? 'admin' or claims -> 'permissions' ? permission)
    and licet.is_valid(claims, now),
  false
);
comment on function licet.can(jsonb, text, double precision) is
  'Whether the claims permit it now: valid, and either admin or listed. A list that is elsewhere (permissions_ref) does
   not name it. now: seconds since the epoch.';

create or replace function licet.explain(claims jsonb, permission text, now double precision) returns jsonb
language sql immutable parallel safe
return case
  when permission is null or licet.malformed(claims) is not null
    or not coalesce(now > '-Infinity' and now < 'Infinity', false)
    then '{"permitted": false, "reason": "malformed"}'::jsonb
  when now >= licet.expiry(claims)
    then jsonb_set('{"permitted": false, "reason": "expired"}', '{since}', claims -> 'exp')
  when claims -> 'roles' ? 'admin' then '{"permitted": true, "reason": "admin"}'
  when claims -> 'permissions' ? permission then '{"permitted": true, "reason": "listed"}'
  when claims -> 'permissions_ref' is not null then '{"permitted": false, "reason": "incomplete"}'
  else '{"permitted": false, "reason": "not-listed"}'
end;
comment on function licet.explain(jsonb, text, double precision) is
  'The answer of licet.can and why: permitted, reason (malformed, expired with since, admin, listed, incomplete,
   not-listed).';

create or replace function licet.is_path(path text[]) returns boolean
language sql immutable parallel safe
return path is not null and coalesce(array_ndims(path), 1) = 1
  and not exists (select from unnest(path) as name where name is null);
comment on function licet.is_path(text[]) is 'The names of a resource and of everything that it lies in: a list without nulls.';

create or replace function licet.at(claims jsonb, path text[]) returns jsonb
language sql immutable parallel safe
return case when licet.is_path(path) and licet.malformed(claims) is null then (
  select (claims - 'on') - (case when cardinality(path) = 0 then 'on_ref' else '' end) || jsonb_build_object(
    'roles', coalesce(claims -> 'roles', '[]') || coalesce(jsonb_agg(role) filter (where role is not null), '[]'),
    'permissions', coalesce(claims -> 'permissions', '[]')
      || coalesce(jsonb_agg(permission) filter (where permission is not null), '[]')
  )
  from jsonb_array_elements(claims -> 'on') as each (item),
    lateral (
      select role, null from jsonb_array_elements(item -> 'roles') as role
      union all
      select null, permission from jsonb_array_elements(item -> 'permissions') as permission
    ) as names (role, permission)
  where item -> 'resources' ?| path
) end;
comment on function licet.at(jsonb, text[]) is
  'The claims as they hold on a resource. path names it and everything that it lies in. The lists join what holds
   everywhere with what holds on one of these names. Null, which permits nothing, when the claims are malformed, or
   when path is null or contains a null.';

create or replace function licet.can(claims jsonb, permission text, now double precision, path text[]) returns boolean
language sql immutable parallel safe
return coalesce(
  case when permission is not null and licet.is_path(path) and licet.is_valid(claims, now) then
    claims -> 'roles' ? 'admin' or claims -> 'permissions' ? permission or exists (
      select
      from jsonb_array_elements(claims -> 'on') as each (item)
      where item -> 'resources' ?| path and (item -> 'roles' ? 'admin' or item -> 'permissions' ? permission)
    )
  end,
  false
);
comment on function licet.can(jsonb, text, double precision, text[]) is
  'Whether the claims permit it now on a resource. path names it and everything that it lies in.';

create or replace function licet.explain(claims jsonb, permission text, now double precision, path text[]) returns jsonb
language sql immutable parallel safe
return (
  select
    case
      when decision ->> 'reason' = 'not-listed' and there ? 'on_ref' then '{"permitted": false, "reason": "incomplete"}'
      else decision
    end
  from licet.at(claims, path) as there, licet.explain(there, permission, now) as decision
);
comment on function licet.explain(jsonb, text, double precision, text[]) is
  'The answer of licet.can on a resource, and why: incomplete also when the claim on is elsewhere (on_ref).';

create or replace function licet.resources(claims jsonb, permission text, now double precision) returns text[]
language sql immutable parallel safe
return case
  when permission is not null and licet.is_valid(claims, now) then array(
    select distinct resource
    from jsonb_array_elements(claims -> 'on') as each (item), jsonb_array_elements_text(item -> 'resources') as resource
    where item -> 'roles' ? 'admin' or item -> 'permissions' ? permission
  )
  else '{}'
end;
comment on function licet.resources(jsonb, text, double precision) is
  'The resources on which the claims permit it now, by the permission or by admin there; never null. What holds
   everywhere is not looked at: ask licet.can as well.';

create or replace function licet.user_id(claims jsonb, now double precision) returns text
language sql immutable parallel safe
return case when licet.is_valid(claims, now) then claims ->> 'sub' end;
comment on function licet.user_id(jsonb, double precision) is 'The claim sub while the claims are valid, else null.';

-- ---------------------------------------------------------------------------------------------------------------
-- 2. The present request
-- ---------------------------------------------------------------------------------------------------------------

create or replace function licet.claims() returns jsonb
language sql stable parallel safe
return licet.parse(current_setting('request.jwt.claims', true));
comment on function licet.claims() is
  'The claims that the API server verified and put into request.jwt.claims; null when there are none or not JSON.';

-- now() would return the start of the transaction. In a long transaction, an expired token would then stay valid.
create or replace function licet.clock() returns double precision
language sql stable parallel safe
return date_part('epoch', statement_timestamp());
comment on function licet.clock() is 'Seconds since the epoch, when the present statement began.';

create or replace function licet.user_id() returns text
language sql stable parallel safe
return licet.user_id(licet.claims(), licet.clock());
comment on function licet.user_id() is 'The user of the request while the claims are valid, else null.';

create or replace function licet.is_valid() returns boolean
language sql stable parallel safe
return licet.is_valid(licet.claims(), licet.clock());
comment on function licet.is_valid() is 'Whether the request has well-formed claims that have not expired.';

create or replace function licet.has_role(role text) returns boolean
language sql stable parallel safe
return (
  select licet.is_valid(request, licet.clock()) and licet.has_role(request, role) from licet.claims() as request
);
comment on function licet.has_role(text) is 'Whether the request''s claims are valid and list the role.';

create or replace function licet.can(permission text) returns boolean
language sql stable parallel safe
return licet.can(licet.claims(), permission, licet.clock());
comment on function licet.can(text) is
  'Whether the request''s claims permit it now. In a policy: (select licet.can(''invoices.read'')), in a sub-select.';

create or replace function licet.can(permission text, path text[]) returns boolean
language sql stable parallel safe
return licet.can(licet.claims(), permission, licet.clock(), path);
comment on function licet.can(text, text[]) is
  'Whether the request''s claims permit it now on a resource. path: the resource and everything that it lies in. For a
   single row. In a policy, compare the row with (select licet.resources(...)) instead.';

create or replace function licet.resources(permission text) returns text[]
language sql stable parallel safe
return licet.resources(licet.claims(), permission, licet.clock());
comment on function licet.resources(text) is
  'The resources on which the request''s claims permit it now, beside what holds everywhere; never null. In a policy:
   (select licet.can(''invoices.read''))
   or array[''shop:'' || shop_id] collate "C" && (select licet.resources(''invoices.read'')).';

create or replace function licet.explain(permission text) returns jsonb
language sql stable parallel safe
return licet.explain(licet.claims(), permission, licet.clock());
comment on function licet.explain(text) is 'The answer of licet.can for the request, and why.';

create or replace function licet.explain(permission text, path text[]) returns jsonb
language sql stable parallel safe
return licet.explain(licet.claims(), permission, licet.clock(), path);
comment on function licet.explain(text, text[]) is 'The answer of licet.can for the request on a resource, and why.';

-- ---------------------------------------------------------------------------------------------------------------
-- 3. Who may ask
-- ---------------------------------------------------------------------------------------------------------------

-- Everyone may call these functions, because they read only their arguments, the request's own claims and the public
-- catalogue. A policy calls its functions with the rights of the role that runs the query, so that role needs the
-- privilege.
grant usage on schema licet to public;
grant execute on all functions in schema licet to public;

reset search_path;
