import type { Page, User, UserRow } from '@licet/contract';
import { foldIdentity } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { type Parameters, parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { lastSignIn, userColumns, userJoins } from './users.ts';

/** Which users. */
export interface UserQuery extends ListQuery {
  readonly status?: User['status'] | undefined;
  /** The id of a group that they are in, directly or through other groups. */
  readonly group?: string | undefined;
  readonly username?: string | undefined;
  /** The identifier of an application in which they hold something now. */
  readonly application?: string | undefined;
  /** The id of a role that they hold now. */
  readonly role?: string | undefined;
}

/** A page of users, each with the first direct groups, the first roles and the next end. @throws Refusal `invalid_cursor` */
export async function listUsers(snapshot: Snapshot, query: UserQuery): Promise<Page<UserRow>> {
  const values = parameters(snapshot.at);
  const where = [present('u'), ...filters(query, values)];
  if (query.application !== undefined) where.push(await holdingIn(snapshot, query.application, values));
  const search = searchFor(query.q, values);
  if (search) where.push(search.matches('u.search'));
  const sorted = orderOf(
    {
      name: [byName('u.name'), byId('u.id')],
      username: [{ sql: 'u.username_key collate "C"', type: 'text' }, byId('u.id')],
      createdAt: [{ sql: 'u.created_no', type: 'int8' }, byId('u.id')],
      lastSignInAt: [{ sql: `coalesce(last.at, '-infinity')`, type: 'timestamptz' }, byId('u.id')],
    },
    query.sort,
  );
  const users = await page<User>(
    snapshot,
    {
      name: 'users',
      select: userColumns('$1'),
      alias: 'u',
      // Only a list sorted by it asks everybody's sign-ins.
      from: sorted.name.endsWith('lastSignInAt') ? `users u ${lastSignIn}` : 'users u',
      joins: userJoins,
      where,
      order: rankedOrder(search, 'u.search', query.sort, sorted),
      parameters: values,
    },
    query,
  );
  const more = await rowAccess(
    snapshot,
    users.items.map(({ id }) => id),
  );
  return mapPage(users, (user) => ({ ...user, ...(more.get(user.id) ?? { groups: [], roles: [], endsNext: null }) }));
}

const shownOfEach = 5;

function filters({ status, username, group, role }: UserQuery, values: Parameters): string[] {
  const conditions: string[] = [];
  if (status) conditions.push(`u.status = ${values.add(status)}`);
  if (username !== undefined)
    conditions.push(`u.username_key = ${values.add(foldIdentity(username.replaceAll('\0', ' ')))}`);
  if (group) conditions.push(`u.id in (${below(`select ${values.add(group)}::uuid`)})`);
  if (role) conditions.push(`u.id in (${below(holdersOf(values.add(role)))}) and u.status <> 'suspended'`);
  return conditions;
}

/** Everybody behind the principals: those themselves, and the members of those that are groups. */
const below = (principals: string) => `
  with recursive behind(id) as (
    (${principals}) union select m.member_id from behind b join memberships m on m.group_id = b.id and ${present('m')}
  ) select id from behind`;

const holdersOf = (role: string) => `
  with recursive above(id) as (
    select ${role}::uuid union select i.role_id from above a join inclusions i on i.included_id = a.id and ${present('i')}
  ) select x.principal_id from above a join grants x on x.role_id = a.id and ${present('x')} and x.starts <= $1 and $1 < x.ends`;

/** True for users who hold something in an application. The groups that do are few, so their members are found first. */
async function holdingIn({ connection, at }: Snapshot, key: string, values: Parameters): Promise<string> {
  const app = (
    await connection.query<{ id: string }>(`select a.id from applications a where a.key = $1 and ${present('a')}`, [
      key.replaceAll('\0', ' '),
    ])
  ).rows[0]?.id;
  if (!app) return 'false';
  const granted = (principal: string, place: string) =>
    `exists (select from grants x where x.principal_id = ${principal} and x.app_id = ${place} and ${present('x')} and x.starts <= $1 and $1 < x.ends)`;
  const { rows } = await connection.query<{ id: string }>(
    below(`select g.id from groups g where ${present('g')} and ${granted('g.id', '$2')}`),
    [at, app],
  );
  const direct = granted('u.id', values.add(app));
  const members = rows.length > 0 ? ` or u.id = any(${values.add(rows.map(({ id }) => id))}::uuid[])` : '';
  return `u.status <> 'suspended' and (${direct}${members})`;
}

/** What stands beside each user: first groups, first roles, next end. Roles and ends count through groups; who is suspended has none. */
async function rowAccess({ connection, at }: Snapshot, ids: readonly string[]) {
  const { rows } = await connection.query<{ id: string } & Pick<UserRow, 'groups' | 'roles' | 'endsNext'>>(
    `select u.id,
       coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)) from (
         select g.id, g.name from memberships m join groups g on g.id = m.group_id and ${present('g')}
         where m.member_id = u.id and ${present('m')} order by lower(g.name) collate "C", g.id limit ${shownOfEach}
       ) g), '[]') as groups,
       coalesce((select json_agg(json_build_object('application', r.key, 'name', r.name)) from (
         select distinct a.key, r.name from grants x join roles r on r.id = x.role_id and ${present('r')}
         join applications a on a.id = x.app_id and ${present('a')}
         where x.principal_id = any(p.ids) and ${present('x')} and x.role_id is not null and x.starts <= $2 and $2 < x.ends
         order by a.key, r.name limit ${shownOfEach}
       ) r), '[]') as roles,
       (select min(x.ends) from grants x where x.principal_id = any(p.ids) and ${present('x')}
          and x.starts <= $2 and $2 < x.ends and x.ends < 'infinity') as "endsNext"
     from unnest($1::uuid[]) u(id) cross join lateral (
       with recursive above(id) as (
         select s.id from users s where s.id = u.id and ${present('s')} and s.status <> 'suspended'
         union
         select m.group_id from above b join memberships m on m.member_id = b.id and ${present('m')}
       ) select coalesce(array_agg(id), '{}') as ids from above
     ) p`,
    [ids, at],
  );
  return new Map(rows.map(({ id, ...more }) => [id, more]));
}
