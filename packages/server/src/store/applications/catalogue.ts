import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, sql } from '../kernel/sql.ts';

/** The name of an element of a catalogue. */
export interface CatalogueName {
  readonly name: string;
  readonly title: string;
}

/** The names and titles of all permissions and roles of an application, by code point. */
export async function catalogueOf({ connection, no }: Snapshot, appId: string) {
  const names = async (table: 'permissions' | 'roles') => {
    const { rows } = await connection.query<CatalogueName>(
      named(
        `catalogue-${table}`,
        sql`select f.name, f.title from ${identifier(table)} f where f.app_id = ${appId} and ${inForce('f', no)} order by f.name`,
      ),
    );
    return rows;
  };
  return { permissions: await names('permissions'), roles: await names('roles') };
}
