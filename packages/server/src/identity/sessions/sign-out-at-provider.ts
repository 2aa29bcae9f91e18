import { randomBytes } from 'node:crypto';
import { limits } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { findConnection, type StoredProvider } from '../../store/connections/connections.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { keepSignOutThere, type UpstreamSession, upstreamSessionOf } from '../../store/sign-in/upstream-sessions.ts';
import { providerOf, type Upstream } from '../connections/external-provider.ts';
import { aboutIdToken, type Secrets } from '../keys/secrets.ts';
import { signedOutIn, signedOutPage, tellPage } from './sign-out-question.ts';

// Signs users out at the external provider by which they signed in, if the connection is configured so. The sign-out
// here comes first, so a failure at the provider cannot prevent it.

export interface SignOutParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
}

/**
 * The provider sign-in with which a session began. Undefined if there was none, or if the connection does not sign
 * users out at the provider.
 */
export type ProviderSignIn = { readonly by: UpstreamSession; readonly connection: StoredProvider } | undefined;

/**
 * Returns the provider sign-in with which a session began. Call it before the session ends, because ending the session
 * deletes this data.
 */
export async function providerSignInOf({ database }: SignOutParts, sessionUid: string): Promise<ProviderSignIn> {
  const by = await upstreamSessionOf(poolOf(database), sessionUid);
  if (!by) return undefined;
  const at = await readClock(database);
  const connection = await findConnection({ connection: poolOf(database), at }, by.connectionId);
  return connection && connection.kind !== 'ldap' && connection.signsOutThere ? { by, connection } : undefined;
}

/**
 * Returns the address to which the browser goes after the sign-out here. This is the provider's sign-out, which then
 * returns the browser to `to`. If the provider has no sign-out or does not answer, the browser goes to our page, which
 * warns that the user may still be signed in there.
 */
export async function signOutAtProvider(
  parts: SignOutParts,
  ctx: Pick<KoaContextWithOIDC, 'cookies' | 'state'> & { readonly oidc?: Pick<KoaContextWithOIDC['oidc'], 'params'> },
  from: ProviderSignIn,
  to: string,
): Promise<string> {
  if (!from) return to;
  const { ui_locales: locales } = ctx.oidc?.params ?? {};
  const state = randomBytes(32).toString('base64url');
  // The user is already signed out here, so a failure at the provider is not shown. *Test the connection* has the reason.
  const place = await inTime(
    placeOf(parts, from, { state, locales: typeof locales === 'string' ? locales : null }),
  ).catch(() => null);
  await keepSignOutThere(parts.database, state, to, await readClock(parts.database));
  if (place !== null) return place;
  const ours = to.startsWith(signedOutPage);
  tellPage(ctx, { provider: from.connection.name, ...(!ours && { on: state }) });
  const page = ours ? to : signedOutIn(locales, false);
  return `${page}${page.includes('?') ? '&' : '?'}there=unknown`;
}

async function placeOf(
  { database, secrets, upstream }: SignOutParts,
  { by, connection }: NonNullable<ProviderSignIn>,
  asked: { readonly state: string; readonly locales: string | null },
): Promise<string | null> {
  const provider = await providerOf(poolOf(database), secrets, connection);
  const idToken = by.idToken && secrets.open(by.idToken, aboutIdToken(connection.id, by));
  return upstream.signOut(provider, { ...asked, idToken });
}

/**
 * Returns null if the answer takes too long. The request still continues, so that the provider's metadata is cached for
 * the next sign-out.
 */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, limits.signOutPatience.value, null);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => undefined);
  }
}
