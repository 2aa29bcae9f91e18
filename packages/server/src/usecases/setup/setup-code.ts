import { newWrittenCode, readWrittenCode } from '../../identity/factors/written-codes.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import type { Database } from '../../store/kernel/database.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { addSetupCode } from '../../store/sign-in/setup.ts';

/**
 * Makes the code with which the first administrator is made, while Licet waits for one. Each process that waits has its own; any
 * of them fits. It lasts for `limits.setupCodeLifetime`; call it again for another.
 * @returns null when Licet is set up
 */
export async function ensureSetupCode(database: Database): Promise<string | null> {
  if (!(await read(database, needsSetup))) return null;
  const code = newWrittenCode();
  await addSetupCode(database, readWrittenCode(code));
  return code;
}
