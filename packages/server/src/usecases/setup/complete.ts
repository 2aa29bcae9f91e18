import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { checkPassword } from '../../sign-in/password-rules.ts';
import { readWrittenCode } from '../../sign-in/written-codes.ts';
import type { Database } from '../../store/kernel/database.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { needsSetup } from '../../store/licet/administrators.ts';
import { setupCodeKnown } from '../../store/sign-in/setup.ts';
import type { Context } from '../context.ts';
import type { Input } from '../use-case.ts';
import { makeFirstAdministrator } from './first-administrator.ts';

/** Makes the first administrator. Of two at the same moment one wins; the other is told that it is done. */
export const complete = async (context: Context, { body }: Input<Calls['setup']['complete']>) => {
  const { username, name, password, code } = body;
  await requireCode(context.database, code);
  const person = { username, name, email: body.email ?? null };
  checkPassword(password, { ...person, organisation: '' });
  return makeFirstAdministrator(context, person, password, { kind: 'user', id: null, name });
};

/** The code has 80 random bits: guesses need no slowing down, and keep nobody out. */
async function requireCode(database: Database, code: string): Promise<void> {
  const fits = await setupCodeKnown(database, readWrittenCode(code));
  if (!(await read(database, needsSetup))) refuse('setup_done', 'Licet has its first administrator.');
  if (!fits)
    refuse('setup_code_wrong', 'The code is not one that the server printed within the last hour.', {
      errors: [{ pointer: '/code', detail: 'That is not the code that the server printed.' }],
    });
}
