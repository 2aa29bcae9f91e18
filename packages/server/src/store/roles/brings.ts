import { Bits } from '../access/bits.ts';
import { bringByInclusion } from '../access/brings.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, type Sql, sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';

/**
 * The number of permissions that roles bring, by id, their own and by inclusion. Each inclusion below them is read
 * once, whatever the number of paths.
 */
export const bringsOf = (snapshot: Snapshot, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  ids.length === 0 ? Promise.resolve(new Map()) : counted(snapshot, sql`select unnest(${idsOf(ids)})`);

/** For all roles of an application. */
export const bringsIn = (snapshot: Snapshot, appId: string): Promise<ReadonlyMap<string, number>> =>
  counted(
    snapshot,
    sql`select r.id from roles r where r.app_id = ${appId} and ${asOf(snapshot.no, snapshot.at).counts('r')}`,
  );

async function counted({ connection, no, at }: Snapshot, which: Sql): Promise<ReadonlyMap<string, number>> {
  const walk = asOf(no, at);
  // The permissions of a role are listed only if they are combined with another role's; for most roles the count
  // suffices.
  const { rows } = await connection.query<Row>(sql`
    ${withWalks(
      walk.rolesBelow('below', which),
      sql`led as materialized (
        select i.role_id, i.included_id from below b join inclusions i on i.role_id = b.id and ${walk.counts('i')}
      )`,
      sql`joined as materialized (select role_id as id from led union select included_id from led)`,
      sql`steps as materialized (select role_id, array_agg(included_id) as includes from led group by role_id)`,
      sql`numbered as materialized (
        select permission_id, row_number() over () - 1 as place from (
          select distinct rp.permission_id from joined j join role_permissions rp on rp.role_id = j.id and ${walk.counts('rp')}
        ) d
      )`,
      sql`told as (
        select rp.role_id, json_agg(n.place) as own from joined j join role_permissions rp on rp.role_id = j.id and ${walk.counts('rp')}
        join numbered n on n.permission_id = rp.permission_id group by rp.role_id
      )`,
    )}
    select b.id, t.own, (select count(*)::int from numbered) as size, coalesce(l.includes, '{}') as includes,
      case when j.id is null
        then (select count(*)::int from role_permissions rp where rp.role_id = b.id and ${walk.counts('rp')}) end as alone
    from below b left join joined j on j.id = b.id left join told t on t.role_id = b.id left join steps l on l.role_id = b.id`);
  const joined = rows.filter(({ alone }) => alone === null);
  const size = rows[0]?.size ?? 0;
  const brings = new Map(joined.map(({ id, own }) => [id, { brings: Bits.of(own ?? [], size) }]));
  bringByInclusion(brings, new Map(joined.map(({ id, includes }) => [id, includes])), size);
  return new Map(rows.map(({ id, alone }) => [id, alone ?? brings.get(id)?.brings.count ?? 0]));
}

interface Row {
  readonly id: string;
  readonly own: readonly number[] | null;
  readonly size: number;
  readonly includes: readonly string[];
  /** For a role that neither includes nor is included by any of them. */
  readonly alone: number | null;
}
