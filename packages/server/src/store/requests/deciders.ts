import { adminRole, licetApplication, type Ref } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';

/** Who decides: the first by name, and how many there are. */
export interface Deciders {
  readonly deciders: Ref[];
  readonly deciderCount: number;
}

/**
 * Who decides what a user asks for in an application: its owners, or the administrators of Licet when there is no owner but the
 * user, and in Licet's own. Only those who are active; never the user.
 */
export async function decidersFor({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<Deciders> {
  const { rows } = await connection.query<Ref & { total: number }>({
    name: 'deciders',
    text: decidersQuery,
    values: [no, at, appId, userId, licetApplication, adminRole, shown],
  });
  return { deciders: rows.map(({ id, name }) => ({ id, name })), deciderCount: rows[0]?.total ?? 0 };
}

const shown = 5;

const live = (alias: string) => inForce(alias, '$1');
const able = (ids: string) =>
  `select u.id, u.name from users u where u.id = any(array(${ids})) and ${live('u')} and u.status = 'active' and u.id <> $4`;

const decidersQuery = `
  with recursive owning as materialized (
    ${able(`select o.user_id from owners o where o.app_id = $3 and ${live('o')}`)}
  ),
  heads(id) as (
    select r.id from roles r join applications a on a.id = r.app_id and a.key = $5 and ${live('a')}
    where r.name = $6 and ${live('r')} and not exists (select from owning)
    union
    select i.role_id from heads l join inclusions i on i.included_id = l.id and ${live('i')}
  ),
  behind(id) as (
    select x.principal_id from heads l join grants x on x.role_id = l.id and ${live('x')} and x.starts <= $2 and $2 < x.ends
    union
    select m.member_id from behind b join memberships m on m.group_id = b.id and ${live('m')}
  ),
  able as (
    select id, name from owning
    union all
    ${able('select id from behind')}
  )
  select id, name, (count(*) over ())::int as total from able order by lower(name) collate "C", id limit $7`;
