import type { Principal } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** Those of the ids that are present users, groups and programs to which grants can be given. */
export async function principalsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Principal>> {
  const { rows } = await connection.query<Principal & { detail: string | null }>(sql`
    select 'user' as kind, u.id, u.name, u.username as detail from users u where u.id = any(${ids}::uuid[]) and ${present('u')}
    union all select 'group', g.id, g.name, null from groups g where g.id = any(${ids}::uuid[]) and ${present('g')}
    union all select 'client', c.id, c.name, (select a.key from applications a where a.id = c.app_id and ${present('a')})
      from clients c where c.id = any(${ids}::uuid[]) and c.kind = 'service' and ${present('c')}`);
  return new Map(
    rows.map(({ detail, ...principal }) => [principal.id, detail === null ? principal : { ...principal, detail }]),
  );
}
