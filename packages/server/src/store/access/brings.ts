import { adminRole, type Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';
import { Bits } from './bits.ts';

/** What the roles of an application bring, as places of permissions in the order of their names. */
export interface Brings {
  readonly permissions: readonly (Ref & { readonly title: string })[];
  /** Where each permission stands among them, by its id. */
  readonly places: ReadonlyMap<string, number>;
  /** By id, in the order of their names. */
  readonly roles: ReadonlyMap<string, BringingRole>;
}

export interface BringingRole extends Ref {
  readonly title: string;
  readonly builtIn: boolean;
  readonly version: number;
  /** The places of those that it holds itself. */
  readonly own: Bits;
  /** Of all that it brings; of every one when `admin` is among what it includes, or it is that. */
  readonly brings: Bits;
}

/** Reads it by two statements. */
export async function readBrings({ connection, no, at }: Snapshot, appId: string): Promise<Brings> {
  const walk = asOf(no, at);
  const { rows: permissions } = await connection.query<Brings['permissions'][number]>(
    sql`select p.id, p.name, p.title from permissions p where p.app_id = ${appId} and ${walk.counts('p')} order by p.name`,
  );
  const places = new Map(permissions.map(({ id }, place) => [id, place]));
  // Numbers are a tenth of the ids that they stand for, and what is brought by inclusion is put together here instead of being sent again.
  const { rows } = await connection.query<Row>(sql`
    ${withWalks(
      walk.rolesBelow(
        'included',
        sql`select r.id, r.id from roles r where r.app_id = ${appId} and ${walk.counts('r')}`,
        ['root'],
      ),
      sql`numbered as materialized (
        select p.id, row_number() over (order by p.name) - 1 as place from permissions p where p.app_id = ${appId} and ${walk.counts('p')}
      )`,
      sql`held as (
        select rp.role_id, json_agg(n.place) as own from role_permissions rp join numbered n on n.id = rp.permission_id
        where ${walk.counts('rp')} group by rp.role_id
      )`,
      sql`composed as (
        select i.root, json_agg(i.id) filter (where i.id <> i.root) as includes,
          bool_or(exists (select from roles a where a.id = i.id and a.name = ${adminRole} and ${walk.counts('a')})) as admin
        from included i group by i.root
      )`,
    )}
    select r.id, r.name, r.title, r.built_in as "builtIn", r.no_from as version, c.admin, c.includes, h.own
    from composed c join roles r on r.id = c.root and ${walk.counts('r')} left join held h on h.role_id = r.id order by r.name`);
  const size = permissions.length;
  const owned = new Map(rows.map(({ id, own }) => [id, Bits.of(own ?? [], size)]));
  const roles = rows.map(({ admin, own: _, includes, ...role }): [string, BringingRole] => {
    const own = owned.get(role.id) ?? new Bits(size);
    if (admin) return [role.id, { ...role, own, brings: Bits.all(size) }];
    if (!includes) return [role.id, { ...role, own, brings: own }];
    const brings = new Bits(size);
    for (const id of [role.id, ...includes]) brings.join(owned.get(id) ?? brings);
    return [role.id, { ...role, own, brings }];
  });
  return { permissions, places, roles: new Map(roles) };
}

interface Row extends Ref {
  readonly title: string;
  readonly builtIn: boolean;
  readonly version: number;
  /** Whether `admin` is among what it includes, or it is that. */
  readonly admin: boolean;
  readonly includes: readonly string[] | null;
  readonly own: readonly number[] | null;
}
