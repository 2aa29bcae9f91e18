import { permissionsRef } from '@licet/api/verify';
import { errors } from 'oidc-provider';
import { tokenAccessNow } from '../../store/access/effective.ts';
import type { Database } from '../../store/kernel/database.ts';
import { keepPermissionList } from '../../store/sign-in/tokens.ts';
import { type ReadAccess, stableAccess } from './stable-access.ts';
import { previewFacts, secondsOf, tokenClaims, tokenExpiry } from './token-claims.ts';

/** The access in an access token, all from one computation. */
export interface TokenContent {
  readonly roles: readonly string[];
  /** Undefined when the list is too long for the token, which then contains `permissionsRef`. */
  readonly permissions: readonly string[] | undefined;
  readonly permissionsRef: string | undefined;
  readonly ver: number;
  /** Seconds since the epoch: when the access was read. */
  readonly iat: number;
  /** Never after the next start or end that changes the access. */
  readonly exp: number;
}

/** Computes the access in a token for a user or a program, and its expiry, all for one instant of the database. */
export async function tokenContentFor(
  { database, issuer }: { readonly database: Database; readonly issuer: string },
  sub: string,
  application: string,
  read: ReadAccess = (at) => tokenAccessNow(database, sub, application, at),
): Promise<TokenContent> {
  const access = await stableAccess(read);
  if (!access) throw new errors.InvalidTarget('the application was deleted');
  const { roles, permissions, ver, clock, changesAt } = access;
  const iat = secondsOf(clock);
  const exp = Math.max(iat + 1, tokenExpiry(iat, changesAt));
  const facts = previewFacts({ ...access, sub, iss: issuer, aud: application }, clock);
  const claims = tokenClaims(facts);
  if (claims.permissions !== undefined) return { roles, permissions, permissionsRef: undefined, ver, iat, exp };
  const ref = permissionsRef(permissions);
  await keepPermissionList(database, { ref, audience: application }, permissions, clock);
  return { roles, permissions: undefined, permissionsRef: ref, ver, iat, exp };
}
