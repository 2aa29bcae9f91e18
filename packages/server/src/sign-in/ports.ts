import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { setupCodeKnown } from '../store/sign-in/setup.ts';
import type { Ports } from '../usecases/context.ts';
import type { Hashing } from './hashing.ts';
import { rotate } from './keyStore.ts';
import { readCode } from './setupCode.ts';

/** What use cases need from here. `reload` reads the keys of this process anew, so that the caller sees his own rotation. */
export function createPorts(
  database: Database,
  serverKey: Buffer,
  hashing: Hashing,
  reload: () => Promise<void>,
): Ports {
  return {
    hashPassword: hashing.hash,
    verifyPassword: hashing.verify,
    setupCodeFits: (code) => setupCodeKnown(database, readCode(code)),
    rotateKeys: async (actor) => {
      await rotate(database, serverKey, actor);
      await reload();
    },
    databaseVersion: async () => {
      const { rows } = await poolOf(database).query<{ server_version: string }>('show server_version');
      return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
    },
  };
}
