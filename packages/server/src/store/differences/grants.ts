import type { DifferenceEnd, DifferenceGrant } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import type { Names } from '../plan/comparison.ts';
import { type GrantedNames, grantedNames } from '../plan/granted-names.ts';
import { asOf, started, withWalks } from '../walk/walk.ts';
import { type Ends, endsOf } from './differing.ts';
import { type Reading, TooMuch } from './reading.ts';

interface Row {
  readonly grantedId: string;
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly starts: string;
  readonly ends: string;
  readonly begun: boolean;
}

/**
 * The present and future grants in an application that reach a user or a program at a snapshot, with the names that
 * each of them gives. Suspended users hold nothing.
 */
export class GrantsHeld {
  readonly #rows: readonly Row[];
  readonly #namesById: ReadonlyMap<string, GrantedNames>;
  readonly #reading: Reading;

  private constructor(rows: readonly Row[], namesById: ReadonlyMap<string, GrantedNames>, reading: Reading) {
    this.#rows = rows;
    this.#namesById = namesById;
    this.#reading = reading;
  }

  /** @throws TooMuch */
  static async at(
    { connection, no, at }: Snapshot,
    holder: string,
    application: string,
    reading: Reading,
  ): Promise<GrantsHeld> {
    const walk = asOf(no, at);
    const { rows } = await connection.query<Row>(sql`
      ${withWalks(walk.groupsAbove('above', walk.holder(holder)))}
      select distinct x.granted_id as "grantedId", x.kind, x.id, g.id as group_id, g.name as group_name, x.starts, x.ends, ${started('x', at)} as begun
      from above w cross join lateral (
        select x.*, coalesce(x.role_id, x.permission_id) as granted_id, case when x.role_id is null then 'permission' else 'role' end as kind
        from grants x where x.principal_id = w.id and x.app_id = ${application} and ${walk.grantedOrLater('x')} offset 0
      ) x left join groups g on g.id = x.principal_id and ${inForce('g', no)}`);
    const namesById = await grantedNames(connection, walk, no, [...new Set(rows.map(({ grantedId }) => grantedId))]);
    for (const { roles, permissions, unread } of namesById.values()) {
      if (unread) throw new TooMuch();
      reading.take(roles.size + permissions.size);
    }
    return new GrantsHeld(rows, namesById, reading);
  }

  /** The grants in force that give some of the names. @throws TooMuch */
  async giving(names: Names): Promise<DifferenceGrant[]> {
    const grants: DifferenceGrant[] = [];
    for (const row of this.#rows) if (row.begun) grants.push(...(await this.#linesOf(row, names)));
    return grants;
  }

  /** The end of each role and permission that is held. */
  ends(): Ends {
    return endsOf(
      this.#rows.map(({ begun, grantedId, starts, ends }) => ({ grantedId, starts: begun ? '' : starts, ends })),
      this.#namesById,
    );
  }

  /**
   * For each grant that lasts until the current end of some of the names, returns these names and the end that they had
   * before.
   * @throws TooMuch
   */
  async lasting({ roles, permissions }: Names, before: Ends): Promise<DifferenceEnd[]> {
    if (roles.length + permissions.length === 0) return [];
    const ends = this.ends();
    const found: DifferenceEnd[] = [];
    for (const row of this.#rows) {
      this.#reading.take(roles.length + permissions.length);
      await this.#reading.breathe();
      const these = {
        roles: until(ends.roles, roles, row.ends),
        permissions: until(ends.permissions, permissions, row.ends),
      };
      const was = new Set([
        ...these.roles.map((name) => before.roles.get(name)),
        ...these.permissions.map((name) => before.permissions.get(name)),
      ]);
      for (const end of [...was].map((it) => it ?? 'infinity')) {
        const named = {
          roles: until(before.roles, these.roles, end),
          permissions: until(before.permissions, these.permissions, end),
        };
        for (const grant of await this.#linesOf(row, named))
          found.push({
            ...grant,
            was: end === 'infinity' ? null : end,
            itself: [...named.roles, ...(row.kind === 'permission' ? named.permissions : [])].includes(
              grant.gives.name,
            ),
          });
      }
    }
    return found;
  }

  /** Returns the lines of a grant for those of the given names that the grant gives. */
  async #linesOf(row: Row, { roles, permissions }: Names): Promise<DifferenceGrant[]> {
    const names = this.#namesById.get(row.grantedId);
    if (!names || roles.length + permissions.length === 0) return [];
    this.#reading.take(roles.length + permissions.length);
    await this.#reading.breathe();
    const brings = permissions.filter((name) => names.admin || names.permissions.has(name));
    if (brings.length === 0 && !roles.some((name) => names.roles.has(name))) return [];
    this.#reading.list(brings);
    return [
      {
        id: row.id,
        gives: { kind: row.kind, name: names.name },
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
