import { type Actor, type Calls, type FieldError, foldIdentity, licetApplication, type User } from '@licet/contract';
import { checkPassword, passwordFault } from '../../identity/factors/password-rules.ts';
import { newWrittenCode, readWrittenCode } from '../../identity/factors/totp.ts';
import { fault, refuse } from '../../refusal.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { type Acting, change } from '../../store/kernel/change.ts';
import { type Database, databaseVersion } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listKeys } from '../../store/sign-in/keys.ts';
import { addSetupCode, makeAdministrator, removeSetupCodes, setupCodeState } from '../../store/sign-in/setup.ts';
import { insertUser } from '../../store/users/users.ts';
import { viaOf } from '../authorise.ts';
import type { Context } from '../context.ts';
import { userRecord } from '../require.ts';
import { answering, type Input } from '../use-case.ts';

type Parts = Pick<Context, 'database' | 'hashing'>;

/**
 * Makes an active user with a password and the role admin of Licet, in one change.
 * @throws Refusal `setup_done`
 */
async function makeFirstAdministrator(
  { database, hashing }: Parts,
  person: Pick<User, 'username' | 'email' | 'name'>,
  password: string,
  actor: Acting,
): Promise<User> {
  const hash = await hashing.hash(password);
  return change(database, actor, async (handle) => {
    if (!(await needsSetup(handle))) refuse('setup_done', 'administrator_just_made', {});
    const user = await insertUser(handle, { ...person, status: 'active' });
    await setPasswordHash(handle, user.id, hash);
    await makeAdministrator(handle, user.id, 'The first administrator');
    await removeSetupCodes(handle.connection);
    handle.record({
      action: 'licet.set_up',
      application: licetApplication,
      target: { kind: 'user', id: user.id, name: user.name },
      after: userRecord(user),
    });
    return user;
  });
}

/**
 * Creates the first administrator from the configuration, at an unattended first start. Does nothing if Licet is set
 * up.
 * @returns the user, or undefined if there was nothing to do
 * @throws Refusal `password_refused`
 */
export async function bootstrapAdmin(
  parts: Pick<Context, 'database' | 'hashing'>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<User | undefined> {
  if (!(await read(parts.database, needsSetup))) return undefined;
  const username = foldIdentity(email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}._-]/gu, '') || 'admin';
  const person = { username, email, name: username };
  checkPassword(password, { ...person, organisation: '' });
  try {
    return await makeFirstAdministrator(parts, person, password, operator);
  } catch (error) {
    if (!(await read(parts.database, needsSetup))) return undefined; // another process was first
    throw error;
  }
}

const operator: Actor = { kind: 'operator', id: null, name: 'operator' };

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

/** The code has 80 random bits. So guesses need no throttling, and the answer may say that a code has expired. */
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
