import { type Actor, foldIdentity, type User } from '@licet/contract';
import { checkPassword } from '../../identity/factors/password-rules.ts';
import { needsSetup } from '../../store/administrators/administrators.ts';
import { read } from '../../store/kernel/snapshot.ts';
import type { Context } from '../context.ts';
import { makeFirstAdministrator } from './first-administrator.ts';

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
