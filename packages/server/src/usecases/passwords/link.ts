import { type Calls, type LinkWay, licetApplication, type SignIn, type User } from '@licet/contract';
import { passkeysPossible } from '../../identity/factors/passkeys.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { momentsSince } from '../../store/access/effective.ts';
import { factorsOf } from '../../store/credentials/credentials.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf, type Queryable } from '../../store/kernel/pool.ts';
import { read, type Snapshot } from '../../store/kernel/snapshot.ts';
import { findRules } from '../../store/policy/policy.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endLink, findLink, type LinkState, useLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { noteVerified } from '../../store/users/addresses.ts';
import { updateUser } from '../../store/users/users.ts';
import { authorise } from '../authorise.ts';
import type { Context } from '../context.ts';
import { mayMailLinkTo, requireMayBecome } from '../may-give.ts';
import { requireUser } from '../require.ts';
import type { Input } from '../use-case.ts';

export const link = async ({ database, issuer }: Context, { body }: Input<Calls['passwords']['link']>) => {
  const { userId, username, name, expiresAt } = await requireLink(database, body.token);
  const connection = poolOf(database);
  const ways = await waysOfLink(connection, issuer, userId);
  return { username, name, expiresAt, organisation: await organisationName(connection), ways };
};

/**
 * The user of a link. The link ends when its maker loses the right to make it. Its token has 256 random bits, so
 * guesses need no throttling.
 * @throws Refusal `link_invalid`
 */
export async function requireLink(database: Database, token: string): Promise<LinkState> {
  const found = await findLink(database, token);
  if (!found) return refuse('link_invalid', 'link_ended', {});
  try {
    const user = { id: found.userId, name: found.name };
    await read(database, (snapshot) => requireStillOpens(snapshot, found, user));
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'link_invalid') await endLink(database, token);
    throw error;
  }
  return found;
}

/**
 * Refuses a link if its creator, or the user who set the address to which it was mailed, may no longer open the account.
 * @throws Refusal `link_invalid`
 */
async function requireStillOpens(snapshot: Snapshot, link: LinkState, user: Pick<User, 'id' | 'name'>): Promise<void> {
  await requireMakerStillMay(snapshot, link, user);
  if (link.kind !== 'by_hand' && !(await mayMailLinkTo(snapshot, user))) refuse('link_invalid', 'link_ended', {});
}

/**
 * The creator of a link may have kept it, and could become the user with it. So the creator must have had the right to
 * create it without interruption. A right that was lost and regained does not revive a link. The operator is exempt.
 * @throws Refusal `link_invalid`
 */
export async function requireMakerStillMay(
  snapshot: Snapshot,
  { madeBy, madeAt }: Pick<LinkState, 'madeBy' | 'madeAt'>,
  user: Pick<User, 'id' | 'name'>,
): Promise<void> {
  if (madeBy === null) return;
  const token = { version: snapshot.no, expiresAt: Number.POSITIVE_INFINITY };
  const maker = { kind: 'user', userId: madeBy, sessionId: null, audience: licetApplication, token } as const;
  const ended = () => refuse('link_invalid', 'link_maker_may_not', { user: user.name });
  const requireAt = async (moment: Snapshot) =>
    requireMayBecome(moment, await authorise(moment, maker, 'users.passwordLink', { user: user.id }), user);
  try {
    await requireAt(snapshot);
    for await (const moment of momentsSince(snapshot, madeBy, licetApplication, madeAt)) {
      if (!moment) return ended();
      await requireAt(moment);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status >= 500) throw error;
    ended();
  }
}

/** The URL of a one-time link. The token is in the fragment, which no browser sends and no server logs. */
export const linkAddress = (issuer: string, token: string): string => `${issuer}/set-password#token=${token}`;

/**
 * Returns the sign-in methods that a user may set with a link.
 * - A passkey counts as both factors. So a user who has a second factor may set only a password: with a passkey from
 * the link, they would no longer need that factor.
 * - Where passwords are not accepted, only users who cannot set a passkey may set a password, as their first step.
 */
export async function waysOfLink(connection: Queryable, issuer: string, userId: string): Promise<LinkWay[]> {
  const { ways } = await findRules(connection);
  const { totp, passkeys } = await factorsOf(connection, userId);
  const passkey = ways.includes('passkey') && passkeysPossible(issuer) && !totp && !passkeys;
  if (!passkey) return ['password'];
  return ways.includes('password') ? ['password', 'passkey'] : ['passkey'];
}

/** @throws Refusal `way_refused` */
export async function requireLinkWay(
  connection: Queryable,
  issuer: string,
  userId: string,
  way: LinkWay,
): Promise<void> {
  if ((await waysOfLink(connection, issuer, userId)).includes(way)) return;
  if (way === 'password') refuse('way_refused', 'link_needs_passkey', {});
  refuse('way_refused', 'link_needs_password', {});
}

/** The user of a used link, and whether it is their first sign-in. */
export interface Taken {
  readonly user: User;
  readonly invited: boolean;
}

/**
 * Uses up a link in the change that sets the password or the passkey. An invited user becomes active, and the user's
 * sessions end.
 * @throws Refusal `link_invalid`
 */
export async function takeLink(change: Change, link: LinkState, token: string): Promise<Taken> {
  if (!(await useLink(change, token))) refuse('link_invalid', 'link_just_used', {});
  const user = await requireUser(change, link.userId);
  if (user.status === 'suspended') refuse('link_invalid', 'link_user_suspended', {});
  if (link.kind === 'invitation' && user.status !== 'invited') refuse('link_invalid', 'invitation_accepted', {});
  if (link.kind === 'reset' && user.status !== 'active') refuse('link_invalid', 'reset_before_first_sign_in', {});
  await requireStillOpens(change, link, user);
  const invited = user.status === 'invited';
  if (invited) await updateUser(change, user, { status: 'active' });
  if (link.address !== null && link.address === user.email) await noteVerified(change, user.id, link.address);
  await endSessionsOf(change, user.id);
  return { user, invited };
}

/** Writes the set password or passkey to the sign-in log. */
export async function logTaken(
  { connection, clock }: Change,
  userId: string,
  outcome: Extract<SignIn['outcome'], 'password_set' | 'passkey_set'>,
  { address, agent }: Context['origin'],
): Promise<void> {
  await logSignIn(connection, { userId, outcome, client: null, address, agent }, clock);
}
