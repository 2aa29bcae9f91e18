import type { Home } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** The numbers of users, groups, applications and service clients. */
export async function counts({ connection }: Snapshot): Promise<NonNullable<Home['counts']>> {
  const { rows } = await connection.query<NonNullable<Home['counts']>>(
    sql`select (select count(*)::int from users u where ${present('u')}) as users,
            (select count(*)::int from groups g where ${present('g')}) as groups,
            (select count(*)::int from applications a where ${present('a')}) as applications,
            (select count(*)::int from clients c where c.kind = 'service' and ${present('c')}) as programs`,
  );
  return rows[0] ?? { users: 0, groups: 0, applications: 0, programs: 0 };
}

/**
 * Whether an application other than Licet is in use: it has permissions, a client that requests them, and a user with
 * a grant.
 */
export async function isGuarding({ connection }: Snapshot): Promise<boolean> {
  const { rows } = await connection.query<{ guarding: boolean }>(
    sql`select exists (select from applications a where ${present('a')} and not a.built_in
       and exists (select from permissions p where p.app_id = a.id and ${present('p')})
       and exists (select from clients c where c.app_id = a.id and ${present('c')})
       and exists (select from grants g where g.app_id = a.id and ${present('g')})) as guarding`,
  );
  return rows[0]?.guarding ?? false;
}

/**
 * Returns the progress through the first steps in the console:
 * - the first application other than Licet, and whether it has permissions, a role and a client
 * - whether there is a second user
 * - one of the first users with a grant in that application, directly or through a group
 */
export async function guideFacts({ connection }: Snapshot): Promise<NonNullable<Home['guide']>> {
  const { rows } = await connection.query<NonNullable<Home['guide']>>(
    sql`with first as (
       select a.id, a.key, a.name from applications a where ${present('a')} and not a.built_in order by a.created_no, a.id limit 1
     )
     select (select json_build_object('id', f.key, 'name', f.name) from first f) as application,
       exists (select from permissions p where p.app_id = (select id from first) and ${present('p')}) as permissions,
       exists (select from roles r where r.app_id = (select id from first) and ${present('r')} and not r.built_in) as role,
       (select count(*) from (select from users u where ${present('u')} limit 2) counted) > 1 as "user",
       (select json_build_object('id', u.id, 'name', u.name) from (
          select g.principal_id as id, g.created_no from grants g where g.app_id = (select id from first) and ${present('g')} limit 50
        ) given cross join lateral (
          select given.id as user_id union all
          select m.member_id from memberships m where m.group_id = given.id and m.member_kind = 'user' and ${present('m')} limit 2
        ) reached join users u on u.id = reached.user_id and ${present('u')} order by given.created_no, u.id limit 1) as "grant",
       exists (select from clients c where c.app_id = (select id from first) and ${present('c')}) as client`,
  );
  const nothing = { application: null, permissions: false, role: false, user: false, grant: null, client: false };
  return rows[0] ?? nothing;
}
