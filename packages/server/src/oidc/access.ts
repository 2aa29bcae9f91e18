import { limits } from '@licet/contract';
import { permissionsRef, previewFacts, tokenClaims, tokenExpiry, tokenSize } from '../usecases/access/token.ts';
import type { OidcAccess, OidcPorts } from './ports.ts';

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
export async function grantFor(ports: OidcPorts, userId: string, application: string): Promise<TokenGrant> {
  const access = await lastingAccess(ports, userId, application);
  const exp = Math.max(now() + 1, expiryOf(access, now()));
  const { roles, permissions, ver } = access;
  const facts = previewFacts({ ...access, sub: userId, iss: ports.issuer, aud: application }, new Date().toISOString());
  const claims = { ...tokenClaims(facts), sid: longestId };
  if (claims.permissions !== undefined && tokenSize(claims) <= limits.tokenBytes.value)
    return { roles, permissions, permissionsRef: undefined, ver, exp };
  const ref = permissionsRef(permissions);
  await ports.keepPermissionList(ref, permissions);
  return { roles, permissions: undefined, permissionsRef: ref, ver, exp };
}

/**
 * The access that a token issued now may carry. Within a second of a change a token would live for nothing: then it carries
 * what holds on both sides of the change.
 */
async function lastingAccess(ports: OidcPorts, userId: string, application: string): Promise<OidcAccess> {
  let access = (await ports.access(userId, application)) ?? nothing;
  for (let turn = 0; turn < turns && expiryOf(access, now()) <= now(); turn += 1) {
    const after = (await ports.access(userId, application, access.changesAt ?? access.at)) ?? nothing;
    access = {
      ...after,
      roles: both(access.roles, after.roles),
      permissions: both(access.permissions, after.permissions),
    };
  }
  return access;
}

const nothing: OidcAccess = { roles: [], permissions: [], ver: 0, at: '', changesAt: null };

/** So many changes within one second are looked past; then the token lives for a second with what held through all. */
const turns = 5;

const expiryOf = ({ changesAt }: OidcAccess, from: number) => tokenExpiry(from, changesAt);

const both = (one: readonly string[], other: readonly string[]) => {
  const others = new Set(other);
  return one.filter((name) => others.has(name));
};

const now = () => Math.floor(Date.now() / 1000);

/** As long as the provider's ids get. */
const longestId = '0'.repeat(43);
