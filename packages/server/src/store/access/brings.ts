import { adminRole, type Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';

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
  readonly own: readonly number[];
  /** Of all that it brings; of every one when `admin` is among what it includes, or it is that. */
  readonly brings: readonly number[];
}

/** Reads it by two statements. */
export async function readBrings({ connection, no, at }: Snapshot, appId: string): Promise<Brings> {
  const walk = asOf(no, at);
  const { rows: permissions } = await connection.query<Brings['permissions'][number]>(
    sql`select p.id, p.name, p.title from permissions p where p.app_id = ${appId} and ${walk.counts('p')} order by p.name`,
  );
  const places = new Map(permissions.map(({ id }, place) => [id, place]));
  const { rows } = await connection.query<Row>(sql`
    ${withWalks(
      walk.rolesBelow(
        'included',
        sql`select r.id, r.id from roles r where r.app_id = ${appId} and ${walk.counts('r')}`,
        ['root'],
      ),
      sql`held as (
        select i.root, bool_or(exists (select from roles a where a.id = i.id and a.name = ${adminRole} and ${walk.counts('a')})) as admin,
          array_agg(rp.permission_id) filter (where rp.permission_id is not null and i.id = i.root) as own,
          array_agg(rp.permission_id) filter (where rp.permission_id is not null) as brings
        from included i left join role_permissions rp on rp.role_id = i.id and ${walk.counts('rp')} group by i.root
      )`,
    )}
    select r.id, r.name, r.title, r.built_in as "builtIn", r.no_from as version, h.admin, h.own, h.brings
    from held h join roles r on r.id = h.root and ${walk.counts('r')} order by r.name`);
  const all = permissions.map((_, place) => place);
  const placesOf = (ids: readonly string[] | null) => (ids ?? []).flatMap((id) => places.get(id) ?? []);
  const roles = rows.map(({ admin, own, brings, ...role }): [string, BringingRole] => [
    role.id,
    { ...role, own: placesOf(own), brings: admin ? all : placesOf(brings) },
  ]);
  return { permissions, places, roles: new Map(roles) };
}

interface Row extends Ref {
  readonly title: string;
  readonly builtIn: boolean;
  readonly version: number;
  readonly admin: boolean;
  readonly own: readonly string[] | null;
  readonly brings: readonly string[] | null;
}
