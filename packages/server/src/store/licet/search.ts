import type { Found } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { searchFor } from '../kernel/matching.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, namedByText, raw, sql } from '../kernel/sql.ts';

export type FoundKind = Found['kind'];

/** What is searched, as far as the caller may see it. */
export interface FindQuery {
  readonly q: string;
  readonly kinds: readonly FoundKind[];
  /** The identifier of the one application whose roles and permissions are looked for. */
  readonly application?: string | undefined;
  /** The identifiers of the applications that may be seen; undefined when all may. */
  readonly visible: readonly string[] | undefined;
  readonly limit: number;
}

/** Finds things by name, what fits best first. Nothing asked for finds the first by name. */
export async function find({ connection }: Snapshot, query: FindQuery): Promise<Found[]> {
  const search = searchFor(query.q);
  const inSight = [
    ...(query.visible ? [sql`a.key = any(${query.visible}::text[])`] : []),
    ...(query.application === undefined ? [] : [sql`a.key = ${query.application.replaceAll('\0', ' ')}`]),
  ];
  const part = (kind: FoundKind) => {
    const { text, id, name, detail, app, from, where, place } = sources[kind];
    const conditions = [
      where,
      ...(from.text.includes('applications a') ? inSight : []),
      ...(search ? [search.matches(text)] : []),
    ];
    return sql`(
      select ${raw(`'${kind}'`)} as kind, ${id}::text as id, ${name} as name, ${detail} as detail, ${app} as application,
        ${search ? search.rank(text) : sql`0::int8`} as rank, ${place} as place
      from ${from} where ${join(conditions, ' and ')} order by rank, length(${name}), ${name} collate "C", id limit ${query.limit}
    )`;
  };
  if (query.kinds.length === 0) return [];
  const { rows } = await connection.query<Found>(
    namedByText(sql`
      select kind, id, name, detail, application from (${join(query.kinds.map(part), ' union all ')}) found
      order by rank, place, length(name), name collate "C", id limit ${query.limit}`),
  );
  return rows;
}

const nowhere = sql`null`;

const inApplication = (table: string, alias: string) =>
  sql`${raw(`${table} ${alias}`)} join applications a on a.id = ${raw(alias)}.app_id and ${present('a')}`;

const sources = {
  application: {
    text: sql`a.search`,
    id: sql`a.key`,
    name: sql`a.name`,
    detail: sql`a.key`,
    app: nowhere,
    from: sql`applications a`,
    where: present('a'),
    place: sql`0`,
  },
  user: {
    text: sql`u.search`,
    id: sql`u.id`,
    name: sql`u.name`,
    detail: sql`coalesce(u.email, u.username)`,
    app: nowhere,
    from: sql`users u`,
    where: present('u'),
    place: sql`1`,
  },
  group: {
    text: sql`g.search`,
    id: sql`g.id`,
    name: sql`g.name`,
    detail: sql`g.description`,
    app: nowhere,
    from: sql`groups g`,
    where: present('g'),
    place: sql`2`,
  },
  role: {
    text: sql`r.search`,
    id: sql`r.id`,
    name: sql`r.name`,
    detail: sql`r.title`,
    app: sql`a.key`,
    from: inApplication('roles', 'r'),
    where: present('r'),
    place: sql`3`,
  },
  permission: {
    text: sql`p.search`,
    id: sql`p.id`,
    name: sql`p.name`,
    detail: sql`p.title`,
    app: sql`a.key`,
    from: inApplication('permissions', 'p'),
    where: present('p'),
    place: sql`4`,
  },
  // Those that act for themselves: the others hold nothing.
  client: {
    text: sql`lower(normalize(c.name, nfkc))`,
    id: sql`c.id`,
    name: sql`c.name`,
    detail: sql`a.name`,
    app: sql`a.key`,
    from: inApplication('clients', 'c'),
    where: sql`${present('c')} and c.kind = 'service'`,
    place: sql`5`,
  },
};
