import type { Found } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { searchFor } from '../kernel/matching.ts';
import { parameters, statement } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

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
  const values = parameters(query.limit);
  const search = searchFor(query.q, values);
  const visible = query.visible ? values.add(query.visible) : undefined;
  const application = query.application === undefined ? undefined : values.add(query.application.replaceAll('\0', ' '));
  const inSight = [
    ...(visible ? [`a.key = any(${visible}::text[])`] : []),
    ...(application ? [`a.key = ${application}`] : []),
  ];
  const part = (kind: FoundKind) => {
    const { text, id, name, detail, app, from, where } = sources[kind];
    const conditions = [
      ...where,
      ...(from.includes('applications a') ? inSight : []),
      ...(search ? [search.matches(text)] : []),
    ];
    return `(select '${kind}' as kind, ${id}::text as id, ${name} as name, ${detail} as detail, ${app} as application,
               ${search ? search.rank(text) : '0::int8'} as rank, ${places[kind]} as place
             from ${from} where ${conditions.join(' and ')} order by rank, length(${name}), ${name} collate "C", id limit $1)`;
  };
  if (query.kinds.length === 0) return [];
  const { rows } = await connection.query<Found>(
    statement(
      `select kind, id, name, detail, application from (${query.kinds.map(part).join(' union all ')}) found
       order by rank, place, length(name), name collate "C", id limit $1`,
      values.values,
    ),
  );
  return rows;
}

const places: Readonly<Record<FoundKind, number>> = { application: 0, user: 1, group: 2, role: 3, permission: 4 };

const inApplication = (table: string, alias: string) =>
  `${table} ${alias} join applications a on a.id = ${alias}.app_id and ${present('a')}`;

const sources = {
  user: {
    text: 'u.search',
    id: 'u.id',
    name: 'u.name',
    detail: 'coalesce(u.email, u.username)',
    app: 'null',
    from: 'users u',
    where: [present('u')],
  },
  group: {
    text: 'g.search',
    id: 'g.id',
    name: 'g.name',
    detail: 'g.description',
    app: 'null',
    from: 'groups g',
    where: [present('g')],
  },
  application: {
    text: 'a.search',
    id: 'a.key',
    name: 'a.name',
    detail: 'a.key',
    app: 'null',
    from: 'applications a',
    where: [present('a')],
  },
  role: {
    text: 'r.search',
    id: 'r.id',
    name: 'r.name',
    detail: 'r.title',
    app: 'a.key',
    from: inApplication('roles', 'r'),
    where: [present('r')],
  },
  permission: {
    text: 'p.search',
    id: 'p.id',
    name: 'p.name',
    detail: 'p.title',
    app: 'a.key',
    from: inApplication('permissions', 'p'),
    where: [present('p')],
  },
} as const;
