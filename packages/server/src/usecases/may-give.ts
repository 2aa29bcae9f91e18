import { type ErrorCode, type Group, licetApplication, type OpenIdClient, type User } from '@licet/contract';
import { Refusal, refuse } from '../refusal.ts';
import { ownedBy } from '../store/applications/applications.ts';
import { grantedUnderName } from '../store/applications/clients.ts';
import { offersTo } from '../store/break-glass/uses.ts';
import { grantedApplications, reachesLicet } from '../store/grants/grants.ts';
import { groupAndAbove, groupsAndAbove } from '../store/groups/groups.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { demandedOfGroups } from '../store/policy/policy.ts';
import { anyDecidesIn } from '../store/requests/deciders.ts';
import { groupsReviewedBy, reviewsIn } from '../store/reviews/deciding.ts';
import { addressSetter } from '../store/users/addresses.ts';
import { type CallerAccess, callerAccess, mayGrantIn, maySeeApplication, nobody } from './authorise.ts';

// No path lets callers give more access than they may: not a grant, a group, a role, a rename, or the account of another
// user.

/** An application as a refusal names it to this caller: null if they may not see it. Licet itself is known to everybody. */
const called = (caller: CallerAccess, key: string): string | null =>
  key === licetApplication || maySeeApplication(caller, key) ? key : null;

/** @throws Refusal `may_not_grant` unless the caller may give and take access in the application */
export function requireMayGrant(caller: CallerAccess, applicationKey: string): void {
  if (mayGrantIn(caller, applicationKey)) return;
  if (applicationKey === licetApplication) refuse('may_not_grant', 'not_administrator', {});
  refuse('may_not_grant', 'not_owner', { application: called(caller, applicationKey) });
}

/**
 * Requires the right to grant everything that a new or removed member of a group gains or loses: the access of the
 * group and of all groups above it, and the rights to approve and review.
 * @throws Refusal `may_not_grant`
 */
export const requireMayGrantThrough = (snapshot: Snapshot, caller: CallerAccess, groupId: string): Promise<void> =>
  requireMayGrantThroughAll(snapshot, caller, [groupId]);

/** Like {@link requireMayGrantThrough} for several groups, with the same number of statements as for one. */
export async function requireMayGrantThroughAll(
  snapshot: Snapshot,
  caller: CallerAccess,
  groups: readonly string[],
): Promise<void> {
  for (const key of await grantedApplications(snapshot, await groupsAndAbove(snapshot, groups)))
    requireMayGrant(caller, key);
  for (const key of await anyDecidesIn(snapshot, groups)) requireMayGrant(caller, key);
}

/**
 * The sign-in rules may require a second factor of the members of a group, or of groups below it. Removing a member
 * lowers that requirement, so the caller needs the right to set the rules.
 * @throws Refusal `may_not_grant`
 */
export async function requireMayAskLess(
  snapshot: Snapshot,
  caller: CallerAccess,
  { id, name }: Pick<Group, 'id' | 'name'>,
): Promise<void> {
  if (caller.can('settings.manage')) return;
  if (await demandedOfGroups(snapshot.connection, await groupAndAbove(snapshot, id)))
    refuse('may_not_grant', 'group_needs_second_factor', { group: name });
}

/**
 * A caller who can change how a user signs in can become that user. So some users need more than the right to manage
 * users:
 * - users with access to Licet itself: only its administrators
 * - owners, approvers and reviewers: only callers who may grant in the applications concerned
 * @param others ids of further users to check with the same statements. A refusal may be due to any of them.
 * @throws Refusal `may_not_grant`
 */
export async function requireMayManage(
  snapshot: Snapshot,
  caller: CallerAccess,
  user: Pick<User, 'id' | 'name'>,
  others: readonly string[] = [],
): Promise<void> {
  if (caller.isAdmin) return;
  const users = [user.id, ...others];
  const granted = await grantedApplications(snapshot, await groupsAndAbove(snapshot, users));
  if (granted.includes(licetApplication)) refuse('may_not_grant', 'user_has_licet', { user: user.name });
  const owned = (await ownedBy(snapshot, users)).find((key) => !mayGrantIn(caller, key));
  if (owned) refuse('may_not_grant', 'user_owns', { user: user.name, application: called(caller, owned) });
  const decides = (await anyDecidesIn(snapshot, users)).find((key) => !mayGrantIn(caller, key));
  if (decides) refuse('may_not_grant', 'user_decides', { user: user.name, application: called(caller, decides) });
  const reviews = (await reviewsIn(snapshot, users)).find((key) => !mayGrantIn(caller, key));
  if (reviews) refuse('may_not_grant', 'user_reviews', { user: user.name, application: called(caller, reviews) });
  const groups = await groupsReviewedBy(snapshot, users);
  if (groups.length === 0) return;
  if (!caller.can('groups.manage')) refuse('may_not_grant', 'user_reviews_group', { user: user.name });
  await requireMayGrantThroughAll(snapshot, caller, groups);
}

/**
 * Whether a user decides on others: they own an application, approve requests, review, or are deputy of a user who
 * does.
 */
export async function decidesForOthers(snapshot: Snapshot, { id }: Pick<User, 'id'>): Promise<boolean> {
  for (const look of [ownedBy, anyDecidesIn, reviewsIn, groupsReviewedBy])
    if ((await look(snapshot, [id])).length > 0) return true;
  return false;
}

/**
 * Checks the right to act as a program. It is the right to grant wherever the program has access, now or by a scheduled
 * grant. It is needed in these cases:
 * - Creating a key, because its holder can act as the program. Removing a key only stops the program.
 * - Renaming or deleting the program. Files of access as code identify programs by name, so another program could take
 * over the free name.
 * @throws Refusal `may_not_grant`
 */
export async function requireMayActAs(
  snapshot: Snapshot,
  caller: CallerAccess,
  client: Pick<OpenIdClient, 'id' | 'name'>,
  reason: 'program_renamed' | 'program_deleted' | 'program_key_added',
): Promise<void> {
  const granted = await grantedApplications(snapshot, [client.id]);
  const key = granted.find((application) => !mayGrantIn(caller, application));
  if (key !== undefined) refuse('may_not_grant', reason, { program: client.name, application: called(caller, key) });
}

/**
 * Like {@link requireMayActAs} for all programs of an application, which are deleted with it.
 * @throws Refusal `may_not_grant`
 */
export async function requireMayActAsAll(
  snapshot: Snapshot,
  caller: CallerAccess,
  clients: readonly Pick<OpenIdClient, 'id' | 'name'>[],
): Promise<void> {
  for (const client of clients) await requireMayActAs(snapshot, caller, client, 'program_deleted');
}

/**
 * Checks the right to use a name that another client of the application had while it had access. A file that grants to
 * the earlier client would grant to the new one.
 * @param except the client that is renamed
 * @throws Refusal `may_not_grant`
 */
export async function requireMayTakeName(
  snapshot: Snapshot,
  caller: CallerAccess,
  applicationKey: string,
  name: string,
  except?: string,
): Promise<void> {
  const granted = await grantedUnderName(snapshot, applicationKey, name, except);
  const key = granted.find((application) => !mayGrantIn(caller, application));
  if (key !== undefined)
    refuse('may_not_grant', 'program_name_used', { program: name, application: called(caller, key) });
}

/**
 * A caller who creates a set-password link, or resets a second factor, can sign in as the user. Besides the right to
 * manage the user, that requires one of these:
 * - `credentials.reset`
 * - the right to grant wherever the user has access, now or by a scheduled grant
 * @param others as in {@link requireMayManage}
 * @throws Refusal `may_not_grant`, `people_only`
 */
export async function requireMayBecome(
  snapshot: Snapshot,
  caller: CallerAccess,
  user: Pick<User, 'id' | 'name'>,
  others: readonly string[] = [],
): Promise<void> {
  // The link is valid only while its creator keeps the right to create it. So a program may not create one.
  if (caller.actor?.kind === 'client') refuse('people_only', 'ways_to_sign_in', { user: user.name });
  await requireMayManage(snapshot, caller, user, others);
  if (caller.can('credentials.reset')) return;
  const granted = await grantedApplications(snapshot, await groupsAndAbove(snapshot, [user.id, ...others]));
  const key = granted.find((application) => !mayGrantIn(caller, application));
  if (key !== undefined)
    refuse('may_not_grant', 'user_has_access', { user: user.name, application: called(caller, key) });
}

/** Whether {@link requireMayBecome} allows it. */
export const mayBecome = (
  snapshot: Snapshot,
  caller: CallerAccess,
  user: Pick<User, 'id' | 'name'>,
): Promise<boolean> => isLet(requireMayBecome(snapshot, caller, user));

/**
 * The ids of the users for whom {@link requireMayBecome} allows it. Checks all users together. If one of them is
 * refused, checks each half separately.
 */
export async function whomMayBecome(
  snapshot: Snapshot,
  caller: CallerAccess,
  users: readonly Pick<User, 'id' | 'name'>[],
): Promise<Set<string>> {
  const [first, ...others] = users;
  if (!first) return new Set();
  const rest = others.map(({ id }) => id);
  if (await isLet(requireMayBecome(snapshot, caller, first, rest))) return new Set([first.id, ...rest]);
  if (rest.length === 0) return new Set();
  const half = Math.ceil(users.length / 2);
  const lower = await whomMayBecome(snapshot, caller, users.slice(0, half));
  return lower.union(await whomMayBecome(snapshot, caller, users.slice(half)));
}

/** The setter of an address that the caller sets; null if they are an administrator of Licet. */
export const setterOf = ({ isAdmin, actor }: CallerAccess): string | null => (isAdmin ? null : (actor?.id ?? null));

/**
 * Whether a user's account gives power over Licet itself: by access, now or later, by a role that the user may take in
 * an emergency, or as a reviewer. Only callers with access to Licet can cause any of these. Deputies and recipients of
 * lines do not count. Reviewers choose them, and could otherwise stop the password resets of any user.
 */
async function mattersToLicet(snapshot: Snapshot, { id }: Pick<User, 'id'>): Promise<boolean> {
  if (await reachesLicet(snapshot, { id })) return true;
  if ((await offersTo(snapshot, id, licetApplication)).length > 0) return true;
  if ((await reviewsIn(snapshot, [id], 'named')).includes(licetApplication)) return true;
  const reviewed = await groupsReviewedBy(snapshot, [id], 'named');
  const granted = await grantedApplications(snapshot, await groupsAndAbove(snapshot, reviewed));
  return [...granted, ...(await anyDecidesIn(snapshot, reviewed))].includes(licetApplication);
}

/**
 * Whether a link that opens a user's account may be mailed to their address. The user or the program that set the
 * address may read its mail. So if the account matters to Licet itself, the setter must be able to manage the user now.
 * A deleted or suspended setter has no rights.
 */
export async function mayMailLinkTo(snapshot: Snapshot, user: Pick<User, 'id' | 'name'>): Promise<boolean> {
  const setBy = await addressSetter(snapshot.connection, user.id);
  if (setBy === null || !(await mattersToLicet(snapshot, user))) return true;
  const token = { version: snapshot.no, expiresAt: Number.POSITIVE_INFINITY };
  const setter = { kind: 'user', userId: setBy.id, sessionId: null, audience: licetApplication, token } as const;
  const access = await callerAccess(snapshot, setter).catch((error: unknown) => {
    if (error instanceof Refusal && error.problem.code === 'unauthenticated') return nobody;
    throw error;
  });
  return mayManage(snapshot, access, user);
}

/** Whether {@link requireMayManage} allows it. */
export const mayManage = (
  snapshot: Snapshot,
  caller: CallerAccess,
  user: Pick<User, 'id' | 'name'>,
): Promise<boolean> => isLet(requireMayManage(snapshot, caller, user));

/** The refusals of {@link requireMayManage} and {@link requireMayBecome}; null where they allow it. */
export async function refusalsFor(snapshot: Snapshot, caller: CallerAccess, user: Pick<User, 'id' | 'name'>) {
  return {
    manage: await refusalIn(requireMayManage(snapshot, caller, user)),
    signIn: await refusalIn(requireMayBecome(snapshot, caller, user), ['may_not_grant', 'people_only']),
  };
}

const isLet = async (asking: Promise<void>): Promise<boolean> => (await refusalIn(asking)) === null;

/** The refusal with one of the codes; null if there is none. @throws any other error */
async function refusalIn(asking: Promise<void>, codes: readonly ErrorCode[] = ['may_not_grant']) {
  try {
    await asking;
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || !codes.includes(error.problem.code)) throw error;
    const { code, detail, reason, values } = error.problem;
    return { code, detail, reason, values };
  }
}
