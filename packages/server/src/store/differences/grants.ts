import type { DifferenceEnd, DifferenceGrant } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { type Brought, bringing } from '../plan/bringing.ts';
import type { Names } from '../plan/comparison.ts';
import { asOf, started, withWalks } from '../walk/walk.ts';
import { type Ends, endsOf } from './differing.ts';

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
  readonly begun: boolean;
}

/**
 * The present and future grants at a snapshot that reach some principals, by what they bring. Suspended users hold
 * nothing.
 */
export class GrantsHeld {
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  readonly #brings: ReadonlyMap<string, Brought>;

  private constructor(rows: readonly Row[], brings: ReadonlyMap<string, Brought>) {
    this.#rows = Map.groupBy(rows, ({ holder, app_id }) => `${holder} ${app_id}`);
    this.#brings = brings;
  }

  static async at({ connection, no, at }: Snapshot, holders: readonly string[]): Promise<GrantsHeld> {
    const walk = asOf(no, at);
    const those = sql`
      select u.id from users u where u.id = any(${holders}::uuid[]) and ${walk.enabled('u')}
      union all select c.id from clients c where c.id = any(${holders}::uuid[]) and ${walk.program('c')}`;
    const { rows } = await connection.query<Row>(sql`
      ${withWalks(walk.groupsAbove('above', sql`select h.id, h.id from (${those}) h`, ['holder']))}
      select distinct w.holder, x.app_id, x.thing, x.kind, x.id, g.id as group_id, g.name as group_name, x.starts, x.ends,
        ${started('x', at)} as begun
      from above w cross join lateral (
        select x.*, coalesce(x.role_id, x.permission_id) as thing, case when x.role_id is null then 'permission' else 'role' end as kind
        from grants x where x.principal_id = w.id and ${walk.grantedOrLater('x')} offset 0
      ) x left join groups g on g.id = x.principal_id and ${inForce('g', no)}`);
    return new GrantsHeld(rows, await bringing(connection, walk, no, [...new Set(rows.map(({ thing }) => thing))]));
  }

  /** The user's grants in force in an application that bring some of the names. */
  bringing(holder: string, application: string, names: Names): DifferenceGrant[] {
    return this.#of(holder, application).flatMap((row) => (row.begun ? this.#told(row, names) : []));
  }

  /** The ends of everything that a user holds in an application. */
  ends(holder: string, application: string): Ends {
    const grants = this.#of(holder, application);
    return endsOf(
      grants.map(({ begun, thing, starts, ends }) => ({ thing, starts: begun ? '' : starts, ends })),
      this.#brings,
    );
  }

  /** The grants by which a user holds the names until their end, each with its previous end. */
  lasting(holder: string, application: string, { roles, permissions }: Names, before: Ends): DifferenceEnd[] {
    const ends = this.ends(holder, application);
    return this.#of(holder, application).flatMap((row) => {
      const these = {
        roles: until(ends.roles, roles, row.ends),
        permissions: until(ends.permissions, permissions, row.ends),
      };
      const was = new Set([
        ...these.roles.map((name) => before.roles.get(name)),
        ...these.permissions.map((name) => before.permissions.get(name)),
      ]);
      return [...was].flatMap((end = 'infinity') => {
        const moved = {
          roles: until(before.roles, these.roles, end),
          permissions: until(before.permissions, these.permissions, end),
        };
        return this.#told(row, moved).map((grant) => ({
          ...grant,
          was: end === 'infinity' ? null : end,
          itself: [...moved.roles, ...(row.kind === 'permission' ? moved.permissions : [])].includes(grant.gives.name),
        }));
      });
    });
  }

  #of(holder: string, application: string): readonly Row[] {
    return this.#rows.get(`${holder} ${application}`) ?? [];
  }

  /** A grant that brings some of the names; undefined otherwise. */
  #told(row: Row, { roles, permissions }: Names): DifferenceGrant[] {
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
  }
}

const until = (ends: ReadonlyMap<string, string>, names: readonly string[], end: string) =>
  names.filter((name) => ends.get(name) === end);
