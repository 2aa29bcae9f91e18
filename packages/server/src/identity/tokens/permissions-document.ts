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
 * Returns a signed document with a user token's claims and the whole permission list, for tokens whose list is too
 * long. It can be cached under the list's hash.
 *
 * An API server cannot prove possession of the key to which a user's token is bound. So it authenticates with its own
 * program's token, and requests the list by the hash in the user's token. Lists of other applications are refused.
 * @throws Refusal `not_found` when a user's token does not contain that hash
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
      // The list belongs to a user and not to the program, and some servers accept any signed, unexpired JWT as an access token. So the
      // document is already expired. The value is 1, because golang-jwt and others read 0 as no expiry.
      .setExpirationTime(own ? token.expiresAt : 1)
      .sign(key)
  );
}

/** Whether the token was issued to a program for its own application. */
async function ofOwnProgram(database: Database, { service, clientId, audience }: VerifiedToken): Promise<boolean> {
  return service && (await findClient(poolOf(database), clientId))?.application === audience;
}
