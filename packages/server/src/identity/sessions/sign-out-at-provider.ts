import { randomBytes } from 'node:crypto';
import { limits } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { findConnection, type StoredProvider } from '../../store/connections/connections.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { keepSignOutThere, type UpstreamSession, upstreamSessionOf } from '../../store/sign-in/upstream-sessions.ts';
import { providerOf } from '../connections/connection-secrets.ts';
import type { Upstream } from '../connections/external-provider.ts';
import { aboutIdToken, type Secrets } from '../keys/secrets.ts';
import { signedOutIn, signedOutPage, tellPage } from './signed-out-page.ts';

// Whoever came by another provider signs out there as well, where its connection says so: after signing out here, whatever comes of it.

export interface SignOutParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
}

/** The sign-in at a provider that a session began with; undefined unless its connection signs out there as well. */
export type ProviderSignIn = { readonly by: UpstreamSession; readonly connection: StoredProvider } | undefined;

/** Reads it. Read it before the session ends, which removes it. */
export async function providerSignInOf({ database }: SignOutParts, sessionUid: string): Promise<ProviderSignIn> {
  const by = await upstreamSessionOf(poolOf(database), sessionUid);
  if (!by) return undefined;
  const at = await readClock(database);
  const connection = await findConnection({ connection: poolOf(database), at }, by.connectionId);
  return connection && connection.kind !== 'ldap' && connection.signsOutThere ? { by, connection } : undefined;
}

/**
 * Where somebody goes who is signed out here: to the provider, from where they come back and go on `to` where they would have gone; or
 * to our page, which says that they may still be signed in there.
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
  // They are signed out here: why they are not there is for whoever tests the connection.
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

/** Nobody waits longer; what was asked for goes on, and is known the next time. */
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
