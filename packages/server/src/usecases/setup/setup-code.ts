import { newWrittenCode, readWrittenCode } from '../../identity/factors/written-codes.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import type { Database } from '../../store/kernel/database.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { addSetupCode } from '../../store/sign-in/setup.ts';

/**
 * Makes the code for creating the first administrator, while Licet is not set up. Each process makes its own code, and
 * each code is accepted. It is valid for `limits.setupCodeLifetime`; call again for a new one.
 * @returns null when Licet is set up
 */
export async function ensureSetupCode(database: Database): Promise<string | null> {
  if (!(await read(database, needsSetup))) return null;
  const code = newWrittenCode();
  await addSetupCode(database, readWrittenCode(code));
  return code;
}
