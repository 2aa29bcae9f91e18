import { type BreakGlassUse, licetApplication, limits } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import {
  closeUse,
  countUses,
  findUse,
  insertUse,
  listUses,
  offersTo,
  type Sight,
  type StoredUse,
} from '../../store/break-glass/uses.ts';
import { endGrant, findGrant, insertGrant, requireWrittenGrant } from '../../store/grants/grants.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { decidersTold } from '../../store/requests/deciders.ts';
import { type CallerAccess, isOpen, mayGrantIn, noApplication, requireOwnApplication } from '../authorise.ts';
import { type Caller, callerId } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireMayGrant } from '../may-give.ts';
import { grantRecord, requireApplication, requireVersion } from '../require.ts';
import { changing, reading } from '../use-case.ts';

/**
 * The uses that a caller sees: their own, those that they review, and with `audit.read` all. In Licet itself only its
 * administrators review.
 */
export const sightOf = (access: CallerAccess): Sight => ({
  userId: access.userId,
  own: true,
  everywhere: access.can('audit.read') || access.can('grants.manage'),
  licet: access.can('audit.read') || access.isAdmin,
  applications: [...access.owns],
});

/** The uses that a caller may review, if they are unreviewed. */
export const reviewSightOf = (access: CallerAccess): Sight => ({
  userId: access.userId,
  own: false,
  everywhere: access.can('grants.manage'),
  licet: access.isAdmin,
  applications: [...access.owns].filter((key) => mayGrantIn(access, key)),
});

/** Whether a caller may review uses in an application, which may be deleted. */
const reviews = (access: CallerAccess, { application, applicationExists }: StoredUse): boolean =>
  applicationExists ? mayGrantIn(access, application.id) : access.can('grants.manage');

/** A use that a caller may see. @throws Refusal `not_found` */
export async function requireSeen(snapshot: Snapshot, access: CallerAccess, id: string): Promise<StoredUse> {
  const use = await findUse(snapshot, id);
  const seen = use && (use.user.id === access.userId || access.can('audit.read') || reviews(access, use));
  return seen ? use : refuse('not_found', 'emergency_unknown', { id });
}

/** Returns a use that was just written. */
export async function requireUse(snapshot: Snapshot, id: string): Promise<StoredUse> {
  const use = await findUse(snapshot, id);
  if (!use) throw new Error(`The emergency access ${id} was not written.`);
  return use;
}

/**
 * Converts a stored use of break-glass access to its form in the API. `mayReview` says whether the caller may review
 * it, or why not.
 */
export function shownUse(stored: StoredUse, access: CallerAccess): BreakGlassUse {
  const { appId: _, applicationExists: __, ...use } = stored;
  return { ...use, mayReview: mayReview(stored, access) };
}

export const useTarget = ({ id, role, user }: StoredUse) => ({
  kind: 'break-glass',
  id,
  name: `${role.name} by ${user.name}`,
});

function mayReview(use: StoredUse, access: CallerAccess): BreakGlassUse['mayReview'] {
  if (use.state !== 'unreviewed') return 'closed';
  if (use.user.id === access.userId) return 'own_use';
  return access.actor?.kind !== 'client' && reviews(access, use) ? 'yes' : 'not_an_owner';
}

export const offers = reading('breakGlass.offers', async ({ snapshot, access, caller, query }) => {
  const userId = callerId(caller);
  const key = query.application ?? ownApplication(caller);
  const found =
    key === undefined ? await offersTo(snapshot, userId) : (await requireOffers(snapshot, caller, access, key)).offers;
  return {
    items: found
      .filter(({ held, objected }) => !held && !objected)
      .map(({ application, role, seconds }) => ({ application, role, seconds })),
  };
});

/**
 * Takes a role as emergency access. Grants it for the time that its policy allows, and notifies the owners in the same
 * change.
 */
export const use = changing('breakGlass.use', async ({ change, access, caller, body }) => {
  const userId = callerId(caller);
  const { application, offers } = await requireOffers(change, caller, access, body.application);
  const offer = offers.find(({ role }) => role.name === body.role);
  if (!offer)
    return refuse('break_glass_refused', 'emergency_role_unavailable', {
      role: body.role,
      application: application.name,
    });
  const { role, seconds, held, objected } = offer;
  await requireFreshSignIn(change, caller, 'emergency_role');
  if (held) refuse('already_held', 'held_by_you', { kind: 'role', name: role.name, application: application.name });
  if (objected)
    refuse('break_glass_refused', 'emergency_role_objected', { role: role.name, application: application.name });
  const day = 86_400;
  const times = limits.breakGlassPerDay.value;
  if ((await countUses(change, userId, later(change.at, -day))) >= times)
    refuse('throttled', 'emergencies_daily', { times }, { retryAfter: day });
  const grantId = await insertGrant(change, application.factId, {
    principal: { kind: 'user', id: userId },
    gives: { kind: 'role', id: role.id },
    starts: change.at,
    ends: later(change.at, seconds),
    reason: body.reason,
    grantedBy: change.actor.name,
  });
  const ids = { appId: application.factId, roleId: role.id, userId, grantId };
  const taken = await requireUse(change, await insertUse(change, ids));
  const grant = await requireWrittenGrant(change, application.factId, grantId);
  change.record({
    action: 'break_glass.used',
    application: application.id,
    target: useTarget(taken),
    after: { role: role.name, grant: { id: grant.id, ...grantRecord(grant) } },
  });
  await queueMail(change, {
    to: await decidersTold(change, application.factId, userId),
    template: 'break_glass_used',
    data: {
      by: taken.user.name,
      role: role.title || role.name,
      application: application.name,
      reason: body.reason,
      ends: taken.ends,
    },
  });
  return shownUse(taken, access);
});

/**
 * Returns the roles that a user may take as emergency access in an application. A token for Licet must belong to a user
 * who has an offer there or may see the application. Any other token must be for the application itself.
 * @throws Refusal `foreign_application`, `not_found`
 */
async function requireOffers(snapshot: Snapshot, caller: Caller, access: CallerAccess, key: string) {
  requireOwnApplication(caller, key);
  const application = await requireApplication(snapshot, key);
  const offers = await offersTo(snapshot, callerId(caller), key);
  return offers.length > 0 || isOpen(caller, access, key) ? { application, offers } : noApplication(key);
}

/** The application that a token is for, unless it is for Licet itself. */
const ownApplication = (caller: Caller): string | undefined =>
  caller.kind === 'user' && caller.audience !== licetApplication ? caller.audience : undefined;

export const list = reading('breakGlass.list', async ({ snapshot, access, query }) => {
  const found = await listUses(snapshot, { ...query, sight: sightOf(access) });
  return { ...found, items: found.items.map((use) => shownUse(use, access)) };
});

/** Another user reviews whether the use was justified. If not, the grant ends in the same change. */
export const review = changing('breakGlass.review', async ({ change, access, params, body, ifMatch }) => {
  const before = await requireSeen(change, access, params.use);
  // Programs may not review: the user who took the role may have the program's secret.
  if (change.actor.kind === 'client') refuse('people_only', 'emergency_reviews', {});
  if (before.user.id === access.userId) refuse('own_use', 'emergency_own', { role: before.role.name });
  if (before.applicationExists) requireMayGrant(access, before.application.id);
  requireVersion(before, ifMatch);
  if (before.state !== 'unreviewed')
    refuse('wrong_state', 'emergency_reviewed', { user: before.user.name, role: before.role.name });
  await closeUse(change, before.id, { found: body.found, by: access.userId });
  const grant = await findGrant(change, before.appId, before.grant);
  const ends = body.found === 'objected' && grant?.state === 'active';
  if (ends) await endGrant(change, before.grant);
  const after = await requireUse(change, before.id);
  change.record({
    action: 'break_glass.reviewed',
    application: before.application.id,
    target: useTarget(after),
    before: { state: before.state },
    after: { state: after.state, note: body.note, grantEnded: ends },
  });
  await queueMail(change, {
    to: [before.user.id],
    template: 'break_glass_reviewed',
    data: {
      justified: body.found === 'justified',
      ended: ends,
      role: before.role.title || before.role.name,
      application: before.application.name,
      by: change.actor.kind === 'user' ? change.actor.name : null,
      note: body.note,
    },
  });
  return shownUse(after, access);
});
