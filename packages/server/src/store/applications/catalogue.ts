import { inForce, type Snapshot } from '../kernel/snapshot.ts';

/** What something of a catalogue is called. */
export interface CatalogueName {
  readonly name: string;
  readonly title: string;
}

/** The names and titles of all permissions and roles of an application, by code point. */
export async function catalogueOf({ connection, no }: Snapshot, appId: string) {
  const names = async (table: 'permissions' | 'roles') => {
    const { rows } = await connection.query<CatalogueName>({
      name: `catalogue-${table}`,
      text: `select f.name, f.title from ${table} f where f.app_id = $2 and ${inForce('f', '$1')} order by f.name`,
      values: [no, appId],
    });
    return rows;
  };
  return { permissions: await names('permissions'), roles: await names('roles') };
}
