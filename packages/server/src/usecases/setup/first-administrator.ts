import { licetApplication, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { type Acting, change } from '../../store/kernel/change.ts';
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
