import { SignJWT } from 'jose';
import { refuse } from '../refusal.ts';
import { permissionsRef } from '../usecases/access/token.ts';
import type { KeyRing } from './keyRing.ts';
import type { OidcPorts } from './ports.ts';
import type { VerifiedToken } from './verify.ts';

/**
 * The claims of a token whose list of permissions was too long for it, with the whole list: a signed document that can be
 * kept under the list's hash.
 * @throws Refusal `not_found` when the token does not carry that hash
 */
export async function permissionsDocument(
  keys: Pick<KeyRing, 'signing'>,
  ports: Pick<OidcPorts, 'issuer' | 'permissionList'>,
  token: VerifiedToken,
  ref: string,
): Promise<string> {
  if (token.permissionsRef === undefined || token.permissionsRef !== ref)
    refuse('not_found', 'The access token does not refer to that list.');
  const permissions = await ports.permissionList(ref);
  if (!permissions || permissionsRef(permissions) !== ref)
    refuse('not_found', 'The list that the token refers to is kept no longer. Renew the token.');
  const { kid, key } = await keys.signing();
  const { roles, version, clientId } = token;
  return new SignJWT({ client_id: clientId, roles, permissions, permissions_ref: ref, ver: version })
    .setProtectedHeader({ alg: 'ES256', typ: 'permissions+jwt', kid })
    .setIssuer(ports.issuer)
    .setAudience(token.audience)
    .setSubject(token.userId)
    .setIssuedAt()
    .setExpirationTime(token.expiresAt)
    .sign(key);
}
