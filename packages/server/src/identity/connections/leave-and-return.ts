import { createHash, randomBytes } from 'node:crypto';
import { limits, type OfferedProvider } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findConnection, listConnections, type StoredProvider } from '../../store/connections/connections.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { findRules } from '../../store/policy/policy.ts';
import type { Destination } from '../../store/sign-in/destination.ts';
import { firstSeen } from '../../store/sign-in/tokens.ts';
import {
  keepUpstreamSignIn,
  type Purpose,
  type UpstreamProof,
  type UpstreamSignIn,
  useUpstreamSignIn,
} from '../../store/sign-in/upstream-sessions.ts';
import { beginAgain, refuseWay } from '../factors/attempts.ts';
import { aboutIdToken, type Secrets } from '../keys/secrets.ts';
import { type Proved, providerOf, type Upstream } from './external-provider.ts';

export interface ConnectionParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
}

/**
 * Returns the external providers that the sign-in page offers; none if the policy does not accept providers.
 * Directories have no button.
 */
export async function connectionButtons(
  { database }: Pick<ConnectionParts, 'database'>,
  { rules, providers, now }: Pick<Destination, 'rules' | 'providers' | 'now'>,
): Promise<OfferedProvider[]> {
  if (!providers || !rules.ways.includes('provider')) return [];
  const connections = await listConnections({ connection: poolOf(database), at: now });
  return connections
    .filter((it): it is StoredProvider => it.enabled && it.kind !== 'ldap')
    .map(({ id, name, kind, domains }) => ({ id, name, kind, domains }));
}

export interface Leave {
  readonly connection: string;
  /** The typed username, as a hint for the provider. */
  readonly hint: string | null;
  readonly locales: string | null;
  /** Whether the user must sign in at the provider again. */
  readonly again: boolean;
}

/**
 * Sends a user to a provider. Returns the address.
 * @throws Refusal `way_refused`, `not_found`, `provider_unreachable`, `provider_wrong`
 */
export async function leaveFor(parts: ConnectionParts, purpose: Purpose, leave: Leave, now: string): Promise<string> {
  const { database, secrets, upstream } = parts;
  const connection = await enabledConnection(parts, leave.connection, now);
  const errand = { state: secret(), nonce: secret(), verifier: secret() };
  const { hint, locales, again } = leave;
  const location = await upstream.leave(await providerOf(poolOf(database), secrets, connection), {
    ...errand,
    hint,
    locales,
    again,
  });
  await keepUpstreamSignIn(
    poolOf(database),
    purpose,
    errand.state,
    { ...errand, connectionId: connection.id, again },
    now,
  );
  return location;
}

/**
 * Processes a provider's answer, and returns the proved user. An answer can be used only once.
 * @throws Refusal `begin_again`, `way_refused`, `provider_…`
 */
export async function comeBack(
  parts: ConnectionParts,
  purpose: Purpose,
  answer: URLSearchParams,
  now: string,
): Promise<{ readonly connection: StoredProvider; readonly proved: Proved }> {
  const { database, secrets, upstream } = parts;
  const state = answer.get('state') ?? beginAgain();
  const kept = (await useUpstreamSignIn(poolOf(database), purpose, state, now)) ?? beginAgain();
  await requireFirstUse(parts, answer);
  const connection = await enabledConnection(parts, kept.connectionId, now);
  const provider = await providerOf(poolOf(database), secrets, connection);
  const proved = await upstream.comeBack(provider, answer, { state, nonce: kept.nonce, verifier: kept.verifier });
  requireAgain(connection, kept, proved);
  return { connection, proved };
}

/**
 * Returns the part of the proof to store with the session. It includes the ID token only if the connection signs out at
 * the provider.
 */
export function upstreamProofIn(
  { secrets }: Pick<ConnectionParts, 'secrets'>,
  { id, signsOutThere }: StoredProvider,
  proved: Proved,
  now: string,
): Omit<UpstreamProof, 'user'> {
  const { issuer, subject, sid, idToken } = proved;
  const sealed = signsOutThere && idToken !== null && idToken.length <= limits.idTokenHintMax.value;
  return {
    provedAt: provedAt(proved, now),
    connection: id,
    issuer,
    subject,
    sid,
    idToken: sealed ? secrets.seal(idToken, aboutIdToken(id, proved)).toString('base64') : null,
  };
}

/**
 * Refuses a step-up if the user signed in at the provider before leaving Licet. Does nothing if the provider does not
 * report the time. Allows clocks to differ by a minute.
 */
function requireAgain({ name }: StoredProvider, { again, begunAt }: UpstreamSignIn, { authenticatedAt }: Proved): void {
  if (!again || authenticatedAt === null || authenticatedAt * 1000 > Date.parse(begunAt) - 60_000) return;
  refuse('provider_refused', 'provider_asked_nothing', { connection: name });
}

/**
 * Refuses a code that was already used, even with another `state`. This stops a mix-up attack (RFC 9700 section 4.4):
 * - A malicious provider redirects a user to another provider, in Licet's name, to receive that provider's code.
 * - The user's browser brings the code to Licet first. The code then counts as used, so the attacker cannot use it.
 * @throws Refusal `begin_again`
 */
async function requireFirstUse({ database }: ConnectionParts, answer: URLSearchParams): Promise<void> {
  for (const code of answer.getAll('code')) {
    const seen = createHash('sha256').update(`code of a provider\0${code}`).digest();
    if (!(await firstSeen(database, seen, limits.interactionLifetime.value))) beginAgain();
  }
}

async function enabledConnection({ database }: ConnectionParts, id: string, now: string): Promise<StoredProvider> {
  const { ways } = await findRules(poolOf(database));
  if (!ways.includes('provider')) refuseWay('provider');
  const connection = await findConnection({ connection: poolOf(database), at: now }, id);
  if (connection?.enabled && connection.kind !== 'ldap') return connection;
  return refuse('not_found', 'provider_closed', {});
}

/** The sign-in time by the provider's clock, limited to the range from the epoch to `now`. */
const provedAt = ({ authenticatedAt }: Proved, now: string): string | null =>
  authenticatedAt === null
    ? null
    : new Date(Math.max(0, Math.min(authenticatedAt * 1000, Date.parse(now)))).toISOString();

const secret = () => randomBytes(32).toString('base64url');
