import type { AccessToken } from '@licet/api/verify';
import type { Configuration, Provider } from 'oidc-provider';
import { tokenAccess } from '../../store/access/effective.ts';
import { findClient } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { findPermissionList } from '../../store/sign-in/tokens.ts';
import { applicationOf } from '../steps/page-words.ts';
import type { TokenInspector } from '../tokens/verify.ts';
import { isPublic } from './clients.ts';
import { liveAccount } from './interaction-policy.ts';

type Client = InstanceType<Provider['Client']>;
type TokenPolicy = NonNullable<NonNullable<NonNullable<Configuration['features']>['introspection']>['allowedPolicy']>;
type Answer = Readonly<Record<string, unknown>>;

/**
 * Answers introspection (RFC 7662 section 2.2). The token is active only for clients of its own application, and
 * inactive if in doubt. It is also inactive if the user or program has lost a role or permission in it, because API
 * servers refuse such a token too. The same applies to a user's token once its client was deleted.
 */
export async function introspect(
  parts: { readonly database: Database; readonly inspect: TokenInspector },
  client: Client,
  token: string,
): Promise<Answer> {
  const known = await parts.inspect(token);
  if (!known || known.audience !== applicationOf(client)) return inactive;
  // RFC 7662 section 4: a client without authentication may only inspect its own tokens.
  if (isPublic(client) && known.clientId !== client.clientId) return inactive;
  const { roles, permissions, permissions_ref: ref, ...claims } = known.payload;
  const list = await listOf(parts.database, known);
  const account = known.service ? undefined : await accountOf(parts.database, known);
  if (!list || (!known.service && !account) || !(await stillHeld(parts.database, known, list))) return inactive;
  return {
    active: true,
    ...claims,
    ...(account ? { username: account.username } : {}),
    token_type: known.thumbprint === undefined ? 'Bearer' : 'DPoP',
    roles,
    permissions: list,
  };
}

/** Allows introspection of a refresh token only to its own client, while the user is active and the session valid. */
export function mayIntrospect(database: Database): TokenPolicy {
  return async (_ctx, client, token) =>
    token.clientId === client.clientId &&
    'accountId' in token &&
    (await liveAccount(database, token.accountId, token.sessionUid)) !== undefined;
}

/** The user of a token, if its session is valid and its client still belongs to the token's application. */
async function accountOf(database: Database, { claims, clientId, sessionId, audience }: AccessToken) {
  if ((await findClient(poolOf(database), clientId))?.application !== audience) return undefined;
  return liveAccount(database, claims.sub, sessionId ?? undefined);
}

async function listOf(database: Database, { claims, audience }: AccessToken): Promise<readonly string[] | undefined> {
  if (claims.permissions_ref === undefined) return claims.permissions;
  return findPermissionList(database, { ref: claims.permissions_ref, audience });
}

async function stillHeld(
  database: Database,
  { claims, audience }: AccessToken,
  permissions: readonly string[],
): Promise<boolean> {
  const now = await readNow(database, (snapshot) => tokenAccess(snapshot, claims.sub, audience));
  return now !== undefined && within(claims.roles, now.roles) && within(permissions, now.permissions);
}

function within(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((name) => known.has(name));
}

const inactive: Answer = { active: false };
