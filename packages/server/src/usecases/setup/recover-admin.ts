import { type Actor, licetApplication, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { change } from '../../store/kernel/change.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { makeAdministrator } from '../../store/sign-in/setup.ts';
import { findUserByName, insertUser, updateUser } from '../../store/users/users.ts';
import type { Context } from '../context.ts';
import { linkAddress } from '../passwords/link-address.ts';
import { userRecord, userTarget } from '../targets.ts';

/**
 * When nobody can get in: makes a user an active administrator of Licet, and answers a one-time link with which to set a
 * password. Without a name it is the user `admin`, made when there is none. For the operator only.
 * @throws Refusal `not_found`
 */
export async function recoverAdmin(
  { database, issuer }: Pick<Context, 'database' | 'issuer'>,
  name: string | undefined,
): Promise<{ user: User; link: { url: string; expiresAt: string } }> {
  return change(database, operator, async (handle) => {
    // Somebody has to get in: what the operator then holds that is kept apart is reported.
    handle.apart.done = true;
    const found = await findUserByName(handle, name ?? fallback);
    if (!found && name !== undefined) refuse('not_found', `There is no user “${name.slice(0, 100)}”.`);
    const present =
      found ?? (await insertUser(handle, { username: fallback, email: null, name: 'Administrator', status: 'active' }));
    const user = present.status === 'active' ? present : await updateUser(handle, present, { status: 'active' });
    await makeAdministrator(handle, user.id, 'Recovered on the machine');
    await endSessionsOf(handle, user.id);
    const { token, expiresAt } = await makeLink(handle, user.id, null);
    handle.record({
      action: 'licet.admin_recovered',
      application: licetApplication,
      target: userTarget(user),
      ...(found ? { before: userRecord(found) } : {}),
      after: userRecord(user),
    });
    return { user, link: { url: linkAddress(issuer, token), expiresAt } };
  });
}

const fallback = 'admin';
const operator: Actor = { kind: 'operator', id: null, name: 'operator' };
