import type { HeldElement } from '@licet/contract';
import { type Goal, type Paths, waysOf } from '../access/paths.ts';
import { collect, loadPrincipalsWith } from '../access/principals.ts';
import { edges, type GraphRow, graphOf, type RoleGraph } from '../access/role-graph.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, namedByText, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { partGivers, type RulesSql } from './duties.ts';

/** The roles and permissions of one part of a separation rule that a principal holds. */
export interface HeldPartOf {
  readonly part: number;
  readonly elements: HeldElement[];
}

interface Pair {
  readonly separation: string;
  readonly holder: string;
}

/** The existing elements of each separation rule, and the graph of the roles that contain them. */
export interface Duties {
  readonly elements: ReadonlyMap<string, readonly Element[]>;
  readonly graph: RoleGraph;
}

/** Reads the roles and permissions that give the parts of separation rules. One read serves any number of users. */
export async function dutiesOf({ connection, no, at }: Snapshot, rules: RulesSql): Promise<Duties> {
  const walk = asOf(no, at);
  const { rows } = await connection.query<Element | Node>(
    namedByText(sql`
      ${withWalks(...rules, ...partGivers(walk), sql`carrying(id) as materialized (select distinct id from giving_roles)`)}
      select 'node' as kind, null::uuid as sep, null::int as part, n.id, n.name, n.title, i.included,
        null::text as "appKey", null::text as "appName", null::uuid[] as holding, null::uuid as admin
      from ${edges(walk, 'carrying')}
      union all
      select ${element(walk, 'role', sql`e.role_id`, sql`'{}'::uuid[]`)}
      union all
      select ${element(
        walk,
        'permission',
        sql`e.permission_id`,
        sql`array(select rp.role_id from role_permissions rp where rp.permission_id = e.permission_id and ${walk.counts('rp')})`,
      )}`),
  );
  return {
    elements: Map.groupBy(
      rows.filter((row): row is Element => row.kind !== 'node'),
      ({ sep }) => sep,
    ),
    graph: graphOf(rows.filter((row): row is Node => row.kind === 'node')),
  };
}

/** The parts of a separation rule that a principal holds. */
export interface Held {
  readonly held: HeldPartOf[];
  /** Set if there are too many paths to list; the elements then have none. */
  readonly tooManyPaths?: true;
}

/** Finds which parts of separation rules users and programs hold at an instant. */
export interface Holdings {
  /** Returns the parts of the rule that the holder has, without the paths to them. Takes one walk for each holder. */
  held(pair: Pair): Promise<HeldPartOf[]>;
  /**
   * For each pair of a separation rule and a holder, returns the parts that the holder has, with the paths to them, in
   * the order of `pairs`.
   */
  withPaths(pairs: readonly Pair[]): Promise<Held[]>;
}

/**
 * Loads the grants of these holders.
 * @param steps the maximum number of steps for listing the paths of all of them
 */
export async function holdingsOf(
  snapshot: Snapshot,
  { elements, graph }: Duties,
  holders: readonly string[],
  steps?: number,
): Promise<Holdings> {
  const ids = [...graph.nodes.keys(), ...[...elements.values()].flatMap((those) => those.map(({ id }) => id))];
  const principals = await loadPrincipalsWith(snapshot, [...new Set(holders)], ids);
  const ways = waysOf(principals, graph, snapshot.at, steps);

  const partsOf = async (separation: string, find: (goal: Goal) => Promise<Paths | undefined>) => {
    const parts = new Map<number, HeldElement[]>();
    for (const element of elements.get(separation) ?? []) {
      const found = await find(goalOf(element));
      const { part, kind, id, name, appKey, appName } = element;
      if (found) collect(parts, part, { kind, id, name, application: { id: appKey, name: appName }, ...found });
    }
    return [...parts].sort(([a], [b]) => a - b).map(([part, held]) => ({ part, elements: held }));
  };

  const held = async ({ separation, holder }: Pair) => {
    const heldIds = await ways.held(holder);
    const isHeld = ({ permission, roles, admin }: Goal) =>
      [permission, admin].some((id) => id && heldIds.has(id)) || !heldIds.isDisjointFrom(roles);
    return partsOf(separation, async (goal) => (isHeld(goal) ? { paths: [], pathCount: 0 } : undefined));
  };

  const withPaths = async (pairs: readonly Pair[]) => {
    const listed = await ways.each(pairs, ({ separation, holder }) =>
      partsOf(separation, async (goal) => {
        const found = await ways.to(holder, goal);
        return found.pathCount === 0 ? undefined : found;
      }),
    );
    const all: Held[] = [];
    for (const [place, pair] of pairs.entries()) {
      const found = listed[place];
      all.push(found ? { held: found } : { held: await held(pair), tooManyPaths: true });
    }
    return all;
  };
  return { held, withPaths };
}

const goalOf = ({ kind, id, holding, admin }: Element): Goal => ({
  permission: kind === 'permission' ? id : null,
  roles: new Set(kind === 'role' ? [id] : holding),
  admin: admin ?? undefined,
});

type Node = GraphRow & { readonly kind: 'node' };

interface Element {
  readonly kind: 'role' | 'permission';
  readonly sep: string;
  readonly part: number;
  readonly id: string;
  readonly name: string;
  readonly appKey: string;
  readonly appName: string;
  readonly holding: string[];
  readonly admin: string | null;
}

/** The columns of the existing elements of a kind at the instant, and the tables to select them from. */
function element({ counts }: Walk, kind: 'role' | 'permission', id: Sql, holding: Sql): Sql {
  const table = identifier(`${kind}s`);
  return sql`${kind}::text, e.sep, e.part, ${id}, n.name, n.title, null::uuid[], a.key, a.name, ${holding},
    (select r.id from roles r where r.app_id = e.app_id and r.name = 'admin' and r.built_in and ${counts('r')})
    from elements e cross join lateral (select n.name, n.title from ${table} n where n.id = ${id} and ${counts('n')} offset 0) n
      cross join lateral (select a.key, a.name from applications a where a.id = e.app_id and ${counts('a')} offset 0) a`;
}
