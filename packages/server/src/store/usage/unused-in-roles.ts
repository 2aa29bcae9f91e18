import type { UnusedInRole, UnusedInRoles } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import { recordedAt, type Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, literal, type Sql, sql, Value } from '../kernel/sql.ts';
import { asOf, type Walk, walkOf } from '../walk/walk.ts';
import { nothing, reaching, seenFor } from './unused.ts';

export interface UnusedInRolesQuery extends ListQuery {
  /** The number of days without use by any holder of the role. */
  readonly days: number;
  readonly role?: string | undefined;
}

/**
 * The permissions of roles of an application that no present or initial holder has exercised for so many days, by any
 * path. Only what could have been exercised all that time is judged: permissions that came into the role later, and
 * roles without holders at the beginning, are left out. Roles held by programs are left out, because their use is not
 * reported.
 * @throws Refusal `invalid_cursor`
 */
export async function listUnusedInRoles(
  snapshot: Snapshot,
  appId: string,
  { days, role, ...query }: UnusedInRolesQuery,
): Promise<Omit<UnusedInRoles, 'days'>> {
  const told = await seenFor(snapshot, appId, days);
  if (!told.seen) return { ...nothing, ...told };
  const then = await recordedAt(snapshot, told.from);
  const app = new Value(appId);
  const [today, past] = [walkOf(snapshot), asOf(then.no, then.at)];
  const search = searchFor(query.q);
  const same = (of: string) => fragment(`${of}.role_id = x.role_id and ${of}.permission_id = x.permission_id`);
  const named = sql`join roles r on r.id = x.role_id and ${present('r')} join permissions p on p.id = x.permission_id and ${present('p')}`;
  const found = await page<UnusedInRole>(
    snapshot,
    {
      name: `unused in roles ${days} ${role ?? ''}`,
      shared: [
        ...reaching('', today, app),
        ...reaching('_then', past, app),
        ...holding('', today, app),
        ...holding('_then', past, app),
        sql`used(role_id, permission_id) as materialized (
          select distinct h.role_id, u.permission_id from (select * from held union select * from held_then) h
          join usage_users u on u.user_id = h.user_id and u.app_id = ${app} and u.last_at >= ${told.from})`,
      ],
      select: sql`json_build_object('id', r.id, 'name', r.name, 'title', r.title) as role,
        json_build_object('id', p.id, 'name', p.name, 'title', p.title) as permission,
        (select count(*)::int from held h where h.role_id = x.role_id) as holders,
        (select max(u.last_at) from held h join usage_users u on u.user_id = h.user_id and u.permission_id = x.permission_id
         where h.role_id = x.role_id) as last`,
      alias: 'x',
      from: sql`role_permissions x ${named}`,
      joins: named,
      where: [
        present('x'),
        sql`r.app_id = ${app} and not r.built_in`,
        sql`exists (select from role_permissions b where ${same('b')} and ${past.counts('b')})`,
        sql`x.role_id in (select role_id from held_then)`,
        sql`x.role_id not in (select role_id from by_programs union select role_id from by_programs_then)`,
        sql`not exists (select from used u where ${same('u')})`,
        ...(role === undefined ? [] : [sql`x.role_id = ${role}`]),
        ...(search ? [sql`(${search.matches(sql`r.sought`)} or ${search.matches(sql`p.sought`)})`] : []),
      ],
      order: orderOf(
        {
          role: [byName('r.name'), byName('p.name'), byId('x.role_id'), byId('x.permission_id')],
          permission: [byName('p.name'), byName('r.name'), byId('x.permission_id'), byId('x.role_id')],
        },
        query.sort,
      ),
    },
    query,
  );
  return { ...found, ...told };
}

/** The holders of each role by any path, and the roles that a program holds, among what `reaching` found. */
const holding = (suffix: string, walk: Walk, app: Value): Sql[] => {
  const name = (of: string) => identifier(`${of}${suffix}`);
  const granted = (kind: string) =>
    sql`x.app_id = ${app} and x.principal_kind = ${literal(kind)} and x.role_id is not null and ${walk.granted('x')}`;
  return [
    sql`${name('held')}(user_id, role_id) as materialized (
      select distinct h.user_id, b.id from (
        select x.principal_id as user_id, x.role_id from grants x where ${granted('user')}
        union all
        select m.user_id, x.role_id from grants x join ${name('members')} m on m.top = x.principal_id where ${granted('group')}
      ) h join ${name('roles_below')} b on b.root = h.role_id)`,
    sql`${name('by_programs')}(role_id) as materialized (
      select distinct b.id from grants x join ${name('roles_below')} b on b.root = x.role_id where ${granted('client')})`,
  ];
};
