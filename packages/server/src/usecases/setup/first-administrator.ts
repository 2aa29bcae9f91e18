import { type Actor, foldIdentity, licetApplication, type User } from '@licet/contract';
import { checkPassword } from '../../identity/factors/password-rules.ts';
import { refuse } from '../../refusal.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { type Acting, change } from '../../store/kernel/change.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { makeAdministrator, removeSetupCodes } from '../../store/sign-in/setup.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Context } from '../context.ts';
import { userRecord } from '../targets.ts';

type Parts = Pick<Context, 'database' | 'hashing'>;

/**
 * Makes an active user with a password and the role admin of Licet, in one change.
 * @throws Refusal `setup_done`
 */
export async function makeFirstAdministrator(
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
