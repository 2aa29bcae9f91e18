import { Bits } from '../access/bits.ts';
import { inOrder } from '../access/chains.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { walkOf, withWalks } from '../walk/walk.ts';

/** Roles, and through which granted roles each is held: itself, and those that include it. The role of place `held[n]` is through that of `through[n]`. */
export interface Above {
  readonly ids: readonly string[];
  readonly held: readonly number[];
  readonly through: readonly number[];
}

/**
 * The roles above those that `which` selects, alias r. Each inclusion is read once and they are joined here: in the database every role would be
 * led through every inclusion above it. Of the roles above only those count that anybody was granted.
 */
export async function grantedAbove(snapshot: Snapshot, which: Sql): Promise<Above> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Row>(sql`
    ${withWalks(
      sql`asked as materialized (select r.id from roles r where ${which})`,
      walk.rolesAbove('above', sql`select id from asked`),
      sql`led as (
        select l.included_id, array_agg(l.role_id) as up from above w cross join lateral (
          select i.included_id, i.role_id from inclusions i where i.included_id = w.id and ${walk.counts('i')} offset 0
        ) l group by l.included_id
      )`,
    )}
    select w.id, l.up, a.id is not null as asked,
      exists (select from grants x where x.role_id = w.id and ${walk.granted('x')}) as granted
    from above w left join led l on l.included_id = w.id left join asked a on a.id = w.id`);
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const up = new Map(rows.map(({ id, up }) => [id, up ?? []]));
  const reached = new Map<string, Bits>();
  for (const id of inOrder([...up.keys()], up).reverse()) {
    const place = places.get(id) ?? 0;
    const bits = Bits.of(rows[place]?.granted ? [place] : [], rows.length);
    for (const above of up.get(id) ?? []) bits.join(reached.get(above) ?? bits);
    reached.set(id, bits);
  }
  const [held, through]: [number[], number[]] = [[], []];
  for (const [place, { id, asked }] of rows.entries()) {
    if (!asked) continue;
    for (const above of reached.get(id)?.places() ?? []) {
      held.push(place + 1);
      through.push(above + 1);
    }
  }
  return { ids: rows.map(({ id }) => id), held, through };
}

interface Row {
  readonly id: string;
  /** The roles that include it. */
  readonly up: readonly string[] | null;
  readonly asked: boolean;
  readonly granted: boolean;
}
