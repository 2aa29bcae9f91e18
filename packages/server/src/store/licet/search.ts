import type { Found } from '@licet/contract';
import { whichUser } from '../access/subjects.ts';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { folded, type Search, searchFor } from '../kernel/matching.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, literal, namedByText, type Sql, sql } from '../kernel/sql.ts';

export type FoundKind = Found['kind'];

/** A search among the kinds of things that the caller may see. */
export interface FindQuery {
  readonly q: string;
  readonly kinds: readonly FoundKind[];
  /** Restricts roles and permissions to the application with this identifier. */
  readonly application?: string | undefined;
  /** The identifiers of the applications that the caller may see; undefined for all. */
  readonly visible: readonly string[] | undefined;
  readonly limit: number;
}

/**
 * Finds things by name, best match first. A user whose whole e-mail address or username is searched for comes before
 * users with such a name, because users choose their own names. An empty search returns the first things by name.
 */
export async function find({ connection }: Snapshot, query: FindQuery): Promise<Found[]> {
  if (query.kinds.length === 0) return [];
  const search = searchFor(query.q);
  const ask = async (statement: Sql) => (await connection.query<Found>(namedByText(statement))).rows;
  if (!search) return ask(firstByName(query));
  const { begins } = search;
  // Prefix matches rank first and use an index. Scans all names only if there are too few prefix matches.
  const found = begins ? await ask(matching(query, search, begins)) : [];
  return begins && found.length >= query.limit ? found : ask(matching(query, search, search.matches));
}

function matching(query: FindQuery, search: Search, matches: Search['matches']): Sql {
  const parts = query.kinds.map((kind) => {
    const { text, id, name, detail, app, from, where, place } = sources[kind];
    const exact = kind === 'user' ? sql`coalesce(${whichUser(search.keys)}, false)` : sql`false`;
    return sql`(
      select ${literal(kind)} as kind, ${id}::text as id, ${name} as name, ${detail} as detail, ${app} as application,
        ${exact} as exact, case when ${exact} then 0 else ${search.rank(text)} end as rank, ${place} as place
      from ${from} where ${join([where, ...inSight(query, from), matches(text)], ' and ')}
      order by rank, exact desc, length(${name}), ${inNameOrder(name)}, id limit ${query.limit}
    )`;
  });
  return sql`
    select kind, id, name, detail, application, exact from (${join(parts, ' union all ')}) found
    order by rank, place, exact desc, length(name), ${inNameOrder(sql`name`)}, id limit ${query.limit}`;
}

/** Lists entries of the requested kinds by name, one kind after the other. Skips the remaining kinds once there are enough results. */
function firstByName(query: FindQuery): Sql {
  const kinds = Object.keys(sources).filter((kind): kind is FoundKind => query.kinds.some((asked) => asked === kind));
  const parts = kinds.map((kind, index) => {
    const { id, name, detail, app, from, where, place } = sources[kind];
    const sooner = kinds
      .slice(0, index)
      .map((_, before) => sql`(select count(*) from ${identifier(`part_${before}`)})`);
    const open = sooner.length > 0 ? [sql`${join(sooner, ' + ')} < ${query.limit}`] : [];
    return sql`${identifier(`part_${index}`)} as materialized (
      select ${literal(kind)} as kind, ${id}::text as id, ${name} as name, ${detail} as detail, ${app} as application, ${place} as place
      from ${from} where ${join([where, ...inSight(query, from), ...open], ' and ')}
      order by ${inNameOrder(name)}, ${id} limit ${query.limit}
    )`;
  });
  return sql`
    with ${join(parts, ', ')} select kind, id, name, detail, application, false as exact from (
      ${join(
        parts.map((_, index) => sql`select * from ${identifier(`part_${index}`)}`),
        ' union all ',
      )}
    ) found order by place, ${inNameOrder(sql`name`)}, id limit ${query.limit}`;
}

/** The conditions that select only applications that the caller may see, and only things in these applications. */
function inSight({ visible, application }: FindQuery, from: Sql): Sql[] {
  if (!from.text.includes('applications a')) return [];
  return [
    ...(visible ? [sql`a.key = any(${visible}::text[])`] : []),
    ...(application === undefined ? [] : [sql`a.key = ${application.replaceAll('\0', ' ')}`]),
  ];
}

const nowhere = sql`null`;

const inApplication = (table: string, alias: string) =>
  sql`${fragment(`${table} ${alias}`)} join applications a on a.id = ${identifier(alias)}.app_id and ${present('a')}`;

const sources = {
  application: {
    text: sql`a.sought`,
    id: sql`a.key`,
    name: sql`a.name`,
    detail: sql`a.key`,
    app: nowhere,
    from: sql`applications a`,
    where: present('a'),
    place: sql`0`,
  },
  user: {
    text: sql`u.sought`,
    id: sql`u.id`,
    name: sql`u.name`,
    detail: sql`coalesce(u.email, u.username)`,
    app: nowhere,
    from: sql`users u`,
    where: present('u'),
    place: sql`1`,
  },
  group: {
    text: sql`g.sought`,
    id: sql`g.id`,
    name: sql`g.name`,
    detail: sql`g.description`,
    app: nowhere,
    from: sql`groups g`,
    where: present('g'),
    place: sql`2`,
  },
  role: {
    text: sql`r.sought`,
    id: sql`r.id`,
    name: sql`r.name`,
    detail: sql`r.title`,
    app: sql`a.key`,
    from: inApplication('roles', 'r'),
    where: present('r'),
    place: sql`3`,
  },
  permission: {
    text: sql`p.sought`,
    id: sql`p.id`,
    name: sql`p.name`,
    detail: sql`p.title`,
    app: sql`a.key`,
    from: inApplication('permissions', 'p'),
    where: present('p'),
    place: sql`4`,
  },
  // Only service clients, because other clients cannot hold grants.
  client: {
    text: folded(sql`c.name`),
    id: sql`c.id`,
    name: sql`c.name`,
    detail: sql`a.name`,
    app: sql`a.key`,
    from: inApplication('clients', 'c'),
    where: sql`${present('c')} and c.kind = 'service'`,
    place: sql`5`,
  },
};
