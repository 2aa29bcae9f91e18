import { setTimeout as pause } from 'node:timers/promises';
import type { FactTable } from './facts.ts';
import type { Queryable } from './pool.ts';
import { sql } from './sql.ts';

/** Key of the advisory lock that each draft session holds. */
const draftLock = 0x11ceb;

/** The facts of access and the settings, with the columns that identify a row. */
export const draftTables: Readonly<Partial<Record<FactTable | 'settings', readonly string[]>>> = {
  users: ['id'],
  groups: ['id'],
  applications: ['id'],
  permissions: ['id'],
  roles: ['id'],
  memberships: ['group_id', 'member_id'],
  inclusions: ['role_id', 'included_id'],
  role_permissions: ['role_id', 'permission_id'],
  role_policies: ['role_id'],
  owners: ['app_id', 'user_id'],
  grants: ['id'],
  clients: ['id'],
  requests: ['id'],
  separations: ['id'],
  separation_elements: ['separation_id', 'part', 'role_id', 'permission_id'],
  separation_exceptions: ['id'],
  request_votes: ['request_id', 'rule', 'user_id'],
  request_origins: ['request_id'],
  request_undos: ['request_id'],
  application_policies: ['app_id'],
  settings: [],
};

/**
 * SQL that overlays the facts with a draft for one session. For each table, a temporary view with the same name hides
 * the facts that the draft ended and adds those that it opened.
 * - PostgreSQL resolves names among temporary relations first, so every read and write in the session uses the views
 * and cannot bypass the draft.
 * - In a read-only transaction, PostgreSQL itself refuses writes outside temporary tables.
 * - The writes of a draft are rolled back when its transaction ends.
 */
export const overlay = `
select pg_advisory_lock_shared(${draftLock});
-- Views over drafts take longer to plan than to read, and every statement begins at ids that are known.
set plan_cache_mode = force_generic_plan;
do $overlay$
declare
  -- Until further notice.
  open constant text := '9223372036854775807';
  fact record;
  every text;
  names text;
  values_ text;
  same text;
  checks text;
begin
  for fact in select * from json_each_text('${JSON.stringify(draftTables)}') loop
    select string_agg(quote_ident(attname), ', ' order by attnum),
           string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = ''),
           string_agg('new.' || quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '')
      into every, names, values_
      from pg_attribute where attrelid = ('public.' || fact.key)::regclass and attnum > 0 and not attisdropped;
    select string_agg(format(case when a.attnotnull then 'x.%1$I = old.%1$I' else 'x.%1$I is not distinct from old.%1$I' end, name), ' and ') into same
      from (select json_array_elements_text(fact.value::json) as name union all select 'no_from' union all select 'no_to') keys
      join pg_attribute a on a.attrelid = ('public.' || fact.key)::regclass and a.attname = name;
    -- Unique indexes know the table's rows alone.
    select coalesce(string_agg(format(
      'if exists (select from added a where a.no_to = %1$s and (select count(*) from %2$I x where x.no_to = %1$s and %3$s) > 1) then
         raise exception ''There is one already.'' using errcode = ''23505'', constraint = %4$L; end if;',
      open, fact.key, (
        select string_agg(format('x.%1$I = a.%1$I', a.attname), ' and ')
        from unnest(i.indkey::int[]) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k
      ), i.indexrelid::regclass::text), ' '), '') into checks
      from pg_index i where i.indrelid = ('public.' || fact.key)::regclass and i.indisunique and i.indpred is not null and 0 <> all (i.indkey::int[]);
    -- PostgreSQL expects many added rows and would read all grants. “offset 0” makes it look up the grants of each principal.
    if fact.key = 'grants' then
      checks := checks || format(
        'if exists (select from added a cross join lateral (
             select from grants x where x.no_to = %1$s and x.principal_id = a.principal_id
               and coalesce(x.role_id, x.permission_id) = coalesce(a.role_id, a.permission_id)
               and tstzrange(x.starts, x.ends) && tstzrange(a.starts, a.ends) and x.id <> a.id offset 0) x
             where a.no_to = %1$s) then
           raise exception ''The times overlap.'' using errcode = ''23P01'', constraint = ''grants_no_overlap''; end if;', open);
    end if;
    execute format(
      'create temporary table opened_%1$I (like public.%1$I including defaults including generated including constraints) on commit delete rows;
       create temporary table ended_%1$I (like public.%1$I including generated, facts_row tid not null) on commit delete rows;
       create temporary view %1$I as
         select t.* from public.%1$I t where not exists (select from pg_temp.ended_%1$I e where e.facts_row = t.ctid)
         union all select %5$s from pg_temp.ended_%1$I
         union all select * from pg_temp.opened_%1$I;
       create function pg_temp.draft_%1$I() returns trigger language plpgsql as $f$
       begin
         if tg_op <> ''INSERT'' then
           delete from pg_temp.opened_%1$I x where %2$s;
           if not found then
             insert into pg_temp.ended_%1$I (%6$s, facts_row) select %7$s, x.ctid from public.%1$I x where %2$s;
             return new;
           end if;
           if tg_op = ''DELETE'' then return old; end if;
         end if;
         new.no_to := coalesce(new.no_to, %3$s);
         insert into pg_temp.opened_%1$I (%6$s) values (%7$s);
         return new;
       end $f$;
       create trigger draft instead of insert or update or delete on pg_temp.%1$I for each row execute function pg_temp.draft_%1$I();
       create function pg_temp.taken_%1$I() returns trigger language plpgsql as $f$
       begin
         %4$s
         return null;
       end $f$;
       create trigger a_taken after insert on pg_temp.opened_%1$I referencing new table as added for each statement
         execute function pg_temp.taken_%1$I();',
      fact.key, same, open, checks, every, names, values_);
    -- What a column is when nothing is said.
    execute coalesce((
      select string_agg(format('alter view pg_temp.%I alter column %I set default %s', fact.key, a.attname, pg_get_expr(d.adbin, d.adrelid)), '; ')
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = ('public.' || fact.key)::regclass and a.attgenerated = ''), 'select');
    -- What refuses circles, and times in the past; what counts and notes the rows of tables has nothing to do here.
    execute coalesce((
      select string_agg(replace(pg_get_triggerdef(g.oid), ' ON public.' || fact.key, ' ON pg_temp.opened_' || fact.key), '; ')
      from pg_trigger g join pg_proc p on p.oid = g.tgfoid
      where g.tgrelid = ('public.' || fact.key)::regclass and not g.tgisinternal and p.proname like 'refuse_%'), 'select');
  end loop;
  -- A single change can add thousands of rows to these, and each row is looked up among the others.
  create index on pg_temp.opened_role_permissions (role_id, permission_id);
  create index on pg_temp.opened_inclusions (role_id, included_id);
  create index on pg_temp.opened_inclusions (included_id, role_id);
end $overlay$`;

/**
 * SQL of the overlay for long drafts, with indexes on the rows of the draft. Creating the indexes takes as long as
 * creating the views, so a short draft is faster without them.
 *
 * A trigger analyzes each table whenever its size has doubled, because autovacuum never analyzes temporary tables.
 * Without statistics, PostgreSQL does not prefer the index with the name to other indexes that begin with the
 * application. It would read the whole application for each name.
 */
export const longOverlay = `
set temp_buffers = '64MB';
${overlay};
create function pg_temp.count_rows() returns trigger language plpgsql as $f$
begin
  if (select pg_relation_size(tg_relid) > 8192 * greatest(2 * c.relpages, 8) from pg_class c where c.oid = tg_relid) then
    execute 'analyze ' || tg_relid::regclass;
  end if;
  return null;
end $f$;
do $indexes$
declare
  made record;
begin
  for made in
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON public\\.', 'create index on pg_temp.part_') as how
    from json_object_keys('${JSON.stringify(draftTables)}') as named (name)
    join pg_index i on i.indrelid = ('public.' || name)::regclass and not i.indisexclusion
    join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam and m.amname = 'btree'
  loop
    execute replace(made.how, 'pg_temp.part_', 'pg_temp.opened_');
    execute replace(made.how, 'pg_temp.part_', 'pg_temp.ended_');
  end loop;
  for made in select json_object_keys('${JSON.stringify(draftTables)}') as name loop
    execute format('create index on pg_temp.ended_%s (facts_row)', made.name);
    execute format('create trigger a_counted after insert on pg_temp.opened_%s for each statement execute function pg_temp.count_rows()', made.name);
    execute format('create trigger a_counted after insert on pg_temp.ended_%s for each statement execute function pg_temp.count_rows()', made.name);
  end loop;
end $indexes$`;

/**
 * Ends draft sessions on all servers, and blocks new ones until the transaction ends. This is needed because PostgreSQL
 * cannot change or drop a column that a view uses. Users who are planning get an error and plan again.
 */
export async function endDrafts(connection: Queryable): Promise<void> {
  for (let triesLeft = 50; triesLeft > 0; triesLeft -= 1) {
    const { rows } = await connection.query<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${draftLock}) as alone`,
    );
    if (rows[0]?.alone) return;
    await connection.query(sql`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.usename = current_user
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${draftLock} and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())`);
    await pause(100);
  }
}
