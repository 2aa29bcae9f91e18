import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { cutOffClient } from '../../store/sign-in/cut-offs.ts';
import { removeRecordsOfGrant } from '../../store/sign-in/records.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { nameOf } from '../steps/page-words.ts';
import { originOf } from '../steps/request-origin.ts';
import type { TokenInspector } from '../tokens/verify.ts';

type Client = InstanceType<Provider['Client']>;
type TokenPolicy = NonNullable<NonNullable<NonNullable<Configuration['features']>['revocation']>['allowedPolicy']>;

/**
 * Revokes a refresh token, its grant, and the client's access tokens of that session (RFC 7009 section 2.1). Then it
 * returns false, so that the provider revokes nothing itself. The provider would revoke more, but the session's other
 * applications must keep their tokens.
 */
export function revokeRefreshToken(database: Database): TokenPolicy {
  return async (ctx, client, token) => {
    if (token.clientId !== client.clientId || !('grantId' in token) || token.grantId === undefined) return false;
    await removeRecordsOfGrant(database, token.grantId, client.clientId);
    const session = 'sessionUid' in token ? (token.sessionUid ?? null) : null;
    await log(database, ctx, client, { userId: token.accountId, session });
    return false;
  };
}

/**
 * Revokes all access tokens that the client has received so far: those of the token's session, or those for the client
 * itself. Refresh tokens stay valid. Another client's token is ignored without an error.
 */
export async function revokeAccessToken(
  { database, inspect }: { readonly database: Database; readonly inspect: TokenInspector },
  ctx: Pick<KoaContextWithOIDC, 'req'>,
  client: Client,
  token: string,
): Promise<void> {
  const known = await inspect(token);
  if (known?.clientId !== client.clientId) return;
  const { sessionId, claims, service } = known;
  await cutOffClient(database, { sessionUid: sessionId ?? '', clientId: client.clientId, userId: claims.sub });
  await log(database, ctx, client, { userId: service ? null : claims.sub, session: sessionId });
}

async function log(
  database: Database,
  { req }: Pick<KoaContextWithOIDC, 'req'>,
  client: Client,
  of: { readonly userId: string | null; readonly session: string | null },
) {
  const { address, agent } = originOf(req);
  const line = { ...of, outcome: 'token_revoked', client: nameOf(client), address, agent } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
}
