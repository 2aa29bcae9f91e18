import { needsSetup } from '../../store/administrators/administrators.ts';
import { databaseVersion } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { lastChange } from '../../store/watching/state.ts';
import { version } from '../../version.ts';
import { recoverAdmin as recover } from '../setup/recover-admin.ts';
import { answering } from '../use-case.ts';

export { exportAudit, rotateAuditKey, verifyAudit } from './audit.ts';
export { backup } from './backup.ts';
export { encryption, rotateEncryption } from './encryption.ts';
export { importDirectory, importPeople } from './import-directory.ts';
export { putBack } from './put-back.ts';

/** Answers even if the database does not, or blocks: unknown values are null then. */
export const status = answering('operator.status', async ({ database, issuer, condition, outsidePool }) => {
  const connection = outsidePool ?? poolOf(database);
  const [named, change, seen] = await Promise.all([
    orNull(databaseVersion(connection)),
    orNull(lastChange(connection)),
    condition?.() ?? null,
  ]);
  // Last, because another transaction may lock what it reads, and later statements would wait as well.
  const open = await orNull(needsSetup({ connection }));
  const uptimeSeconds = Math.round(process.uptime());
  return {
    version,
    issuer,
    database: named,
    setUp: open === null ? null : !open,
    change,
    uptimeSeconds,
    condition: seen,
  };
});

export const recoverAdmin = answering('operator.recoverAdmin', (asked) =>
  recover(asked, asked.body.username, asked.body.resetSecondFactor),
);

/** The value, or null if it cannot be read. */
const orNull = <Known>(asked: Promise<Known>): Promise<Known | null> => asked.catch(() => null);
