import { type Actor, foldIdentity, licetApplication, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { checkPassword } from '../../sign-in/passwordRules.ts';
import { needsSetup } from '../../store/administrators.ts';
import { change } from '../../store/change.ts';
import { setPasswordHash } from '../../store/sign-in/credentials.ts';
import { makeAdministrator, removeSetupCodes } from '../../store/sign-in/setup.ts';
import { read } from '../../store/snapshot.ts';
import { insertUser } from '../../store/users.ts';
import type { Context } from '../context.ts';
import { userTold } from '../targets.ts';

type Parts = Pick<Context, 'database' | 'ports'>;

/**
 * Makes an active user with a password and the role admin of Licet, in one change.
 * @throws Refusal `setup_done`
 */
export async function makeFirstAdministrator(
  { database, ports }: Parts,
  person: Pick<User, 'username' | 'email' | 'name'>,
  password: string,
  actor: Actor,
): Promise<User> {
  const hash = await ports.hashPassword(password);
  return change(database, actor, async (handle) => {
    if (!(await needsSetup(handle))) refuse('setup_done', 'Somebody else has just made the first administrator.');
    const user = await insertUser(handle, { ...person, status: 'active' });
    await setPasswordHash(handle.connection, user.id, hash);
    await makeAdministrator(handle, user.id, 'The first administrator');
    await removeSetupCodes(handle.connection);
    handle.record({
      action: 'licet.set_up',
      application: licetApplication,
      target: { kind: 'user', id: user.id, name: user.name },
      after: userTold(user),
    });
    return user;
  });
}

/**
 * Makes the first administrator from the configuration, at a first start that nobody attends. Does nothing when Licet is set up.
 * @returns the user, or undefined when there was nothing to do
 * @throws Refusal `password_refused`
 */
export async function bootstrapAdmin(parts: Parts, email: string, password: string): Promise<User | undefined> {
  if (!(await read(parts.database, needsSetup))) return undefined;
  const username = foldIdentity(email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}._-]/gu, '') || 'admin';
  const person = { username, email, name: username };
  checkPassword(password, { ...person, organisation: '' });
  const actor: Actor = { kind: 'operator', id: null, name: 'operator' };
  try {
    return await makeFirstAdministrator(parts, person, password, actor);
  } catch (error) {
    if (!(await read(parts.database, needsSetup))) return undefined; // another process was first
    throw error;
  }
}
