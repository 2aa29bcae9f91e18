import type { DifferenceEnd, DifferenceGrant } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { type Brought, bringing } from '../plan/bringing.ts';
import type { Names } from '../plan/comparison.ts';
import { asOf, started, withWalks } from '../walk/walk.ts';
import { type Ends, endsOf } from './differing.ts';
import { type Reading, TooMuch } from './reading.ts';

interface Row {
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
 * The present and future grants in an application that reach a user or a program at a snapshot, with what each of them
 * brings. Suspended users hold nothing.
 */
export class GrantsHeld {
  readonly #rows: readonly Row[];
  readonly #brings: ReadonlyMap<string, Brought>;
  readonly #reading: Reading;

  private constructor(rows: readonly Row[], brings: ReadonlyMap<string, Brought>, reading: Reading) {
    this.#rows = rows;
    this.#brings = brings;
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
      select distinct x.thing, x.kind, x.id, g.id as group_id, g.name as group_name, x.starts, x.ends, ${started('x', at)} as begun
      from above w cross join lateral (
        select x.*, coalesce(x.role_id, x.permission_id) as thing, case when x.role_id is null then 'permission' else 'role' end as kind
        from grants x where x.principal_id = w.id and x.app_id = ${application} and ${walk.grantedOrLater('x')} offset 0
      ) x left join groups g on g.id = x.principal_id and ${inForce('g', no)}`);
    const brings = await bringing(connection, walk, no, [...new Set(rows.map(({ thing }) => thing))]);
    for (const { roles, permissions, unread } of brings.values()) {
      if (unread) throw new TooMuch();
      reading.take(roles.size + permissions.size);
    }
    return new GrantsHeld(rows, brings, reading);
  }

  /** The grants in force that bring some of the names. @throws TooMuch */
  async bringing(names: Names): Promise<DifferenceGrant[]> {
    const told: DifferenceGrant[] = [];
    for (const row of this.#rows) if (row.begun) told.push(...(await this.#told(row, names)));
    return told;
  }

  /** The end of each role and permission that is held. */
  ends(): Ends {
    return endsOf(
      this.#rows.map(({ begun, thing, starts, ends }) => ({ thing, starts: begun ? '' : starts, ends })),
      this.#brings,
    );
  }

  /**
   * Returns the grants that last until the end of the names, each with the end that the names had before.
   * @throws TooMuch
   */
  async lasting({ roles, permissions }: Names, before: Ends): Promise<DifferenceEnd[]> {
    if (roles.length + permissions.length === 0) return [];
    const ends = this.ends();
    const told: DifferenceEnd[] = [];
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
        const moved = {
          roles: until(before.roles, these.roles, end),
          permissions: until(before.permissions, these.permissions, end),
        };
        for (const grant of await this.#told(row, moved))
          told.push({
            ...grant,
            was: end === 'infinity' ? null : end,
            itself: [...moved.roles, ...(row.kind === 'permission' ? moved.permissions : [])].includes(
              grant.gives.name,
            ),
          });
      }
    }
    return told;
  }

  /** Returns the lines of a grant for those of the given names that it brings. */
  async #told(row: Row, { roles, permissions }: Names): Promise<DifferenceGrant[]> {
    const brought = this.#brings.get(row.thing);
    if (!brought || roles.length + permissions.length === 0) return [];
    this.#reading.take(roles.length + permissions.length);
    await this.#reading.breathe();
    const brings = permissions.filter((name) => brought.admin || brought.permissions.has(name));
    if (brings.length === 0 && !roles.some((name) => brought.roles.has(name))) return [];
    this.#reading.list(brings);
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
