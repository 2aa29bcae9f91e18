import type { DifferenceGrant } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { type Brought, bringing } from '../plan/bringing.ts';
import type { Names } from '../plan/comparison.ts';
import { asOf, withWalks } from '../walk/walk.ts';

interface Row {
  readonly holder: string;
  readonly app_id: string;
  readonly thing: string;
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly starts: string;
  readonly ends: string;
}

/** The grants in force at a snapshot that reach some people and programs, by what they bring. */
export class GrantsHeld {
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  readonly #brings: ReadonlyMap<string, Brought>;

  private constructor(rows: readonly Row[], brings: ReadonlyMap<string, Brought>) {
    this.#rows = Map.groupBy(rows, ({ holder, app_id }) => `${holder} ${app_id}`);
    this.#brings = brings;
  }

  static async at({ connection, no, at }: Snapshot, holders: readonly string[]): Promise<GrantsHeld> {
    const walk = asOf(no, at);
    const { rows } = await connection.query<Row>(sql`
      ${withWalks(walk.groupsAbove('above', sql`select h, h from unnest(${holders}::uuid[]) h`, ['holder']))}
      select distinct w.holder, x.app_id, x.thing, x.kind, x.id, g.id as group_id, g.name as group_name, x.starts, x.ends
      from above w cross join lateral (
        select x.*, coalesce(x.role_id, x.permission_id) as thing, case when x.role_id is null then 'permission' else 'role' end as kind
        from grants x where x.principal_id = w.id and ${walk.granted('x')} offset 0
      ) x left join groups g on g.id = x.principal_id and ${inForce('g', no)}`);
    return new GrantsHeld(rows, await bringing(connection, walk, no, [...new Set(rows.map(({ thing }) => thing))]));
  }

  /** Those of somebody in an application that bring some of what is named. */
  bringing(holder: string, application: string, { roles, permissions }: Names): DifferenceGrant[] {
    return (this.#rows.get(`${holder} ${application}`) ?? []).flatMap((row) => {
      const brought = this.#brings.get(row.thing);
      if (!brought) return [];
      const brings = permissions.filter((name) => brought.admin || brought.permissions.has(name));
      if (brings.length === 0 && !roles.some((name) => brought.roles.has(name))) return [];
      return [
        {
          id: row.id,
          gives: { kind: row.kind, name: brought.name },
          group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
          starts: row.starts,
          ends: row.ends === 'infinity' ? null : row.ends,
          brings,
        },
      ];
    });
  }
}
