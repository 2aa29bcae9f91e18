import { databaseVersion } from '../../store/kernel/database.ts';
import { needsSetup } from '../../store/licet/administrators.ts';
import { version } from '../../version.ts';
import { recoverAdmin as recover } from '../setup/recover-admin.ts';
import { answering, readingTogether } from '../use-case.ts';

export { exportAudit, rotateAuditKey, verifyAudit } from './audit.ts';
export { backup } from './backup.ts';
export { importDirectory } from './import-directory.ts';
export { importPeople } from './import-people.ts';

export const status = readingTogether('operator.status', async ({ snapshot, database, issuer, condition }) => ({
  version,
  issuer,
  database: await databaseVersion(database),
  setUp: !(await needsSetup(snapshot)),
  change: snapshot.no,
  uptimeSeconds: Math.round(process.uptime()),
  condition: (await condition?.()) ?? null,
}));

export const recoverAdmin = answering('operator.recoverAdmin', (asked) => recover(asked, asked.body.username));
