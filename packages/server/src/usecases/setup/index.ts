import type { Calls, FieldError } from '@licet/contract';
import { checkPassword, passwordFault } from '../../identity/factors/password-rules.ts';
import { readWrittenCode } from '../../identity/factors/written-codes.ts';
import { fault, refuse } from '../../refusal.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import { type Database, databaseVersion } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listKeys } from '../../store/sign-in/keys.ts';
import { setupCodeState } from '../../store/sign-in/setup.ts';
import { viaOf } from '../authorise.ts';
import type { Context } from '../context.ts';
import { answering, type Input } from '../use-case.ts';
import { makeFirstAdministrator } from './first-administrator.ts';

/** Creates the first administrator. Of two simultaneous requests one wins; the other learns that setup is complete. */
export const complete = async (context: Context, { body }: Input<Calls['setup']['complete']>) => {
  const { username, name, password, code } = body;
  const person = { username, name, email: body.email ?? null };
  const owner = { ...person, organisation: '' };
  await requireCode(context.database, code, () => passwordFault(password, owner));
  checkPassword(password, owner);
  return makeFirstAdministrator(context, person, password, {
    kind: 'user',
    id: null,
    name,
    via: viaOf(context.caller, context.origin),
  });
};

/** The code has 80 random bits: guesses need no throttling, and it is safe to say that a code has expired. */
async function requireCode(database: Database, code: string, alsoWrong: () => FieldError | undefined): Promise<void> {
  const state = await setupCodeState(database, readWrittenCode(code));
  if (!(await read(database, needsSetup))) refuse('setup_done', 'administrator_present', {});
  if (state === 'good') return;
  const values = { code: state === 'run-out' ? 'ended' : 'unknown' } as const;
  const other = alsoWrong();
  refuse('setup_code_wrong', 'setup_code_refused', values, {
    errors: [fault({ pointer: '/code' }, 'setup_code_unfit', values), ...(other ? [other] : [])],
  });
}

export const state = async ({ database }: Pick<Context, 'database'>) => {
  const needed = await read(database, needsSetup);
  // After setup, these details are not public.
  if (!needed) return { needed, database: '', signingKey: '' };
  const current = (await listKeys(database)).find((key) => key.state === 'current');
  return { needed, database: await databaseVersion(poolOf(database)), signingKey: current?.algorithm ?? '' };
};

export const stateOfSetup = answering('setup.state', (asked) => state(asked));
export const completeSetup = answering('setup.complete', (asked) => complete(asked, asked));
