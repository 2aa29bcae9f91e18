import { type Actor, licetApplication, type RecoveredAdmin } from '@licet/contract';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { wasAdministrator } from '../../store/administrators/administrators.ts';
import { credentialsOf, factorsOf, removeSecondFactor } from '../../store/credentials/credentials.ts';
import { type Change, change } from '../../store/kernel/change.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { makeAdministrator } from '../../store/sign-in/setup.ts';
import { findUserByName, insertUser, updateUser } from '../../store/users/users.ts';
import type { Context } from '../context.ts';
import { linkAddress } from '../passwords/link.ts';
import { userRecord, userTarget } from '../require.ts';

/**
 * Makes a user an active administrator of Licet, and returns a one-time link for a new password. For the operator, if
 * no administrator can sign in.
 * - Without a name, the user is `admin`, created if missing. A user of that name who was never an administrator may
 * have taken the name and know a password. In that case the next name is used.
 * - With `resetSecondFactor`, the user's authenticator app, recovery codes and passkeys are removed. The link alone
 * removes none, and there may be no other administrator who could.
 * @throws Refusal `not_found`
 */
export async function recoverAdmin(
  { database, issuer }: Pick<Context, 'database' | 'issuer'>,
  name: string | undefined,
  resetSecondFactor = false,
): Promise<RecoveredAdmin> {
  return change(database, operator, async (handle) => {
    // Skips the separation check, because an administrator must be able to sign in. A resulting violation is reported.
    handle.checking.done = true;
    const username = name ?? (await ownName(handle));
    const found = await findUserByName(handle, username);
    if (!found && name !== undefined) refuse('not_found', 'user_unknown', { user: name.slice(0, 100) });
    const present =
      found ?? (await insertUser(handle, { username, email: null, name: 'Administrator', status: 'active' }));
    const user = present.status === 'active' ? present : await updateUser(handle, present, { status: 'active' });
    await makeAdministrator(handle, user.id, 'Recovered on the machine');
    await endSessionsOf(handle, user.id);
    const taken = resetSecondFactor ? await takeSecondFactor(handle, user.id) : undefined;
    const { token, expiresAt } = await makeLink(handle, user.id, null);
    handle.record({
      action: 'licet.admin_recovered',
      application: licetApplication,
      target: userTarget(user),
      ...(found ? { before: { ...userRecord(found), ...taken } } : {}),
      after: userRecord(user),
    });
    const { totp, passkeys } = await factorsOf(handle.connection, user.id);
    return { user, secondFactor: totp || passkeys, link: { url: linkAddress(issuer, token), expiresAt } };
  });
}

/** Returns what was removed, for the event; undefined if there was nothing. */
async function takeSecondFactor(handle: Change, userId: string) {
  const { totp, recoveryCodes, passkeys } = await credentialsOf(handle.connection, userId);
  if (!totp && !recoveryCodes && passkeys.length === 0) return undefined;
  await removeSecondFactor(handle.connection, userId, true);
  await tellChanged(handle, userId, 'credentials_reset');
  return { totp: totp !== null, recoveryCodes: recoveryCodes?.left ?? 0, passkeys: passkeys.length };
}

/** The first of `admin`, `admin2` and so on that is free, or whose user was an administrator before. */
async function ownName(handle: Change): Promise<string> {
  for (let no = 1; ; no += 1) {
    const name = no === 1 ? fallback : `${fallback}${no}`;
    const taken = await findUserByName(handle, name);
    if (!taken || (await wasAdministrator(handle, taken.id))) return name;
  }
}

const fallback = 'admin';
const operator: Actor = { kind: 'operator', id: null, name: 'operator' };
