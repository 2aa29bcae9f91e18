import { permissionsRef } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { tokenAccess } from '../store/access/effective.ts';
import type { Database } from '../store/kernel/database.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { keepPermissionList } from '../store/sign-in/permission-lists.ts';
import { type AccessAt, lastingAccess, type ReadAccess } from '../usecases/access/lasting.ts';
import { previewFacts, tokenClaims, tokenExpiry, tokenSize } from '../usecases/access/token.ts';

/** What an access token carries of a user's access, all from one computation. */
export interface TokenGrant {
  readonly roles: readonly string[];
  /** Undefined when the list is too long for the token: then `permissionsRef` stands for it. */
  readonly permissions: readonly string[] | undefined;
  readonly permissionsRef: string | undefined;
  readonly ver: number;
  /** Seconds since the epoch; never after the next moment at which the answer changes by itself. */
  readonly exp: number;
}

/** Computes what a token for a user in an application carries, and until when. */
export async function grantFor(
  { database, issuer }: { readonly database: Database; readonly issuer: string },
  userId: string,
  application: string,
  read: ReadAccess = (at) => readNow(database, (snapshot) => tokenAccess(snapshot, userId, application), at),
): Promise<TokenGrant> {
  const access = await lastingAccess(read);
  const exp = Math.max(now() + 1, expiryOf(access, now()));
  const { roles, permissions, ver } = access;
  const facts = previewFacts({ ...access, sub: userId, iss: issuer, aud: application }, new Date().toISOString());
  const claims = { ...tokenClaims(facts), sid: longestId };
  if (claims.permissions !== undefined && tokenSize(claims) <= limits.tokenBytes.value)
    return { roles, permissions, permissionsRef: undefined, ver, exp };
  const ref = permissionsRef(permissions);
  await keepPermissionList(database, { ref, audience: application }, permissions, limits.accessTokenLife.value);
  return { roles, permissions: undefined, permissionsRef: ref, ver, exp };
}

const expiryOf = ({ changesAt }: Pick<AccessAt, 'changesAt'>, from: number) => tokenExpiry(from, changesAt);

const now = () => Math.floor(Date.now() / 1000);

/** As long as the provider's ids get. */
const longestId = '0'.repeat(43);
