import { permissionsRef } from '@licet/api/verify';
import { SignJWT } from 'jose';
import { refuse } from '../../refusal.ts';
import { findClient } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findPermissionList } from '../../store/sign-in/tokens.ts';
import type { KeyRing } from '../keys/signing-keys.ts';
import type { VerifiedToken } from './verify.ts';

/**
 * The claims of a token whose list of permissions was too long for it, with the whole list: a signed document that can be
 * kept under the list's hash. An application's own program, which cannot prove the key that its users' tokens are bound to, asks
 * with its own token for the hash that a token of the same audience names; a list of another application is not shown to it.
 * @throws Refusal `not_found` when a user's token does not carry that hash
 */
export async function permissionsDocument(
  keys: Pick<KeyRing, 'signing'>,
  { database, issuer }: { readonly database: Database; readonly issuer: string },
  token: VerifiedToken,
  ref: string,
): Promise<string> {
  const own = token.permissionsRef === ref;
  if (!own && !(await ofOwnProgram(database, token))) refuse('not_found', 'permissions_of_another_token', {});
  const permissions = await findPermissionList(database, { ref, audience: token.audience });
  if (!permissions || permissionsRef(permissions) !== ref) refuse('not_found', 'permissions_expired', {});
  const { kid, key } = await keys.signing();
  const { roles, version, clientId } = token;
  return (
    new SignJWT({ client_id: clientId, roles, permissions, permissions_ref: ref, ver: version })
      .setProtectedHeader({ alg: 'ES256', typ: 'permissions+jwt', kid })
      .setIssuer(issuer)
      .setAudience(token.audience)
      .setSubject(token.userId)
      .setIssuedAt()
      // The list is not the program's own, and some servers take for an access token whatever is signed and has not expired. Not 0,
      // which golang-jwt and others read as no expiry at all.
      .setExpirationTime(own ? token.expiresAt : 1)
      .sign(key)
  );
}

/** Whether a program shows a token for the application that it belongs to. */
async function ofOwnProgram(database: Database, { service, clientId, audience }: VerifiedToken): Promise<boolean> {
  return service && (await findClient(poolOf(database), clientId))?.application === audience;
}
