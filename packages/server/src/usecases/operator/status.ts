import { databaseVersion } from '../../store/kernel/database.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { needsSetup } from '../../store/licet/administrators.ts';
import { version } from '../../version.ts';
import type { Handlers } from '../handler.ts';

export const status: Handlers<'operator'>['status'] = async ({ database, issuer }) => ({
  version,
  issuer,
  database: await databaseVersion(database),
  ...(await read(database, async (snapshot) => ({ setUp: !(await needsSetup(snapshot)), change: snapshot.no }))),
  uptimeSeconds: Math.round(process.uptime()),
});
