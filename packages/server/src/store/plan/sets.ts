import type { MadeBySet } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/**
 * What the plans of a set of files made and still exists, except users and applications: each fact has its change,
 * and each applied plan its changes. Registering an application makes an owner by the same change, which no file
 * mentions.
 */
export async function madeBySet({ connection }: Snapshot, set: string): Promise<MadeBySet[]> {
  const { rows } = await connection.query<MadeBySet>(sql`
    with runs as materialized (
      select (c.after->>'first')::bigint as first, c.no as last from change c where c.action = 'plan.applied' and c.after->>'set' = ${set}
    ), things as (
      select 'permission' as kind, p.id, p.name, p.app_id, null::uuid as group_id, p.created_no as made from permissions p where ${present('p')}
      union all
      select 'role', r.id, r.name, r.app_id, null, r.created_no from roles r where not r.built_in and ${present('r')}
      union all
      select 'client', x.id, x.name, x.app_id, null, x.created_no from clients x where not x.built_in and ${present('x')}
      union all
      select 'grant', g.id, '', g.app_id, null, g.created_no from grants g where ${present('g')}
      union all
      select 'owner', o.user_id, '', o.app_id, null, o.no_from from owners o join applications a on a.id = o.app_id and ${present('a')}
      where ${present('o')} and o.no_from <> a.created_no
      union all
      select 'group', g.id, g.name, null, null, g.created_no from groups g where ${present('g')}
      union all
      select 'separation', s.id, s.name, null, null, s.created_no from separations s where ${present('s')}
      union all
      select 'member', m.member_id, '', null, m.group_id, m.no_from from memberships m where ${present('m')}
    )
    select t.kind, t.id, t.name, a.key as application,
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name) end as group
    from things t join runs r on t.made between r.first and r.last
    left join applications a on a.id = t.app_id and ${present('a')}
    left join groups n on n.id = t.group_id and ${present('n')}
    order by t.made, t.id`);
  return rows;
}
