import type { OwnDecision } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { needsRemedies, type Reasoned, reason } from '../../store/access/decide.ts';
import { lastHeld } from '../../store/access/last-held.ts';
import { rolesFor } from '../../store/access/remedies.ts';
import { sizeOf } from '../../store/access/role-graph.ts';
import { offersTo } from '../../store/break-glass/uses.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { decidersFor } from '../../store/requests/deciders.ts';
import { latestRequest } from '../../store/requests/list.ts';
import { decisions, remediesInTurn, requireBoth } from '../access/read.ts';
import { type CallerAccess, isOpen, noApplication, requireOwnApplication } from '../authorise.ts';
import { type Caller, callerId } from '../context.ts';
import { turns } from '../in-turn.ts';
import { largeApart, rememberSize, slowAnswers } from '../large-applications.ts';
import { shownRequest } from '../requests/read.ts';
import { readingInParts, readingInTurn } from '../use-case.ts';

/**
 * A decision about the caller, with the remedies: the roles that would give the permission, who decides on them, and
 * what was already requested.
 */
export const decision = readingInParts(
  'me.decision',
  async ({ snapshot, access, params, query, caller }) => {
    requireOwnApplication(caller, params.application);
    const reasoned = await reasonFor({ snapshot, access, caller, application: params.application }, query.permission);
    return {
      rest: (later) => answered(later, reasoned),
      isSlow: needsRemedies(reasoned),
      size: sizeOf(reasoned.leads),
    };
  },
  remediesInTurn,
);

/**
 * The same for several permissions, in sequence on one snapshot; a repeated name is computed once. In a large application fifty refusals
 * take seconds, so they are computed in turn.
 */
export const several = readingInTurn(
  'me.decisions',
  async ({ database, snapshot, access, params, body, caller }) => {
    requireOwnApplication(caller, params.application);
    const about = { snapshot, access, caller, application: params.application };
    const decided = new Map<string, OwnDecision>();
    for (const name of new Set(body.permissions)) {
      const reasoned = await reasonFor(about, name);
      rememberSize({ database, params }, sizeOf(reasoned.leads));
      decided.set(name, await answered(about, reasoned));
    }
    return { items: body.permissions.flatMap((name) => decided.get(name) ?? []) };
  },
  largeApart(turns({ shared: slowAnswers })),
);

interface About {
  readonly snapshot: Snapshot;
  readonly access: CallerAccess;
  readonly caller: Caller;
  readonly application: string;
}

/** Decides without remedies. */
async function reasonFor(
  { snapshot, access, caller, application: asked }: About,
  permission: string,
): Promise<Reasoned> {
  const who = { application: asked, party: callerId(caller), permission };
  const reasoned = requireBoth(await reason(snapshot, who), who);
  const { application, held } = reasoned;
  if (!isOpen(caller, access, application.key) && held.roles.length + held.permissions.length === 0)
    noApplication(asked);
  return reasoned;
}

/** Adds the remedies to a decision. */
async function answered(
  { snapshot, access }: Pick<About, 'snapshot' | 'access'>,
  reasoned: Reasoned,
): Promise<OwnDecision> {
  const { application, party: user } = reasoned;
  decisions.publish({ permitted: reasoned.decision.permitted });
  const { user: _, held: __, reason: why, ...decided } = reasoned.decision;
  if (why === 'suspended') return refuse('unauthenticated', 'user_not_active', {});
  return {
    ...decided,
    reason: why,
    ...(await decidersFor(snapshot, application.id, user.id)),
    ...(await whatIsMissing(snapshot, access, user.id, application, reasoned)),
  };
}

const rolesShown = 5;
const rememberedDays = 30;

async function whatIsMissing(
  snapshot: Snapshot,
  caller: CallerAccess,
  userId: string,
  { id: appId, key }: { readonly id: string; readonly key: string },
  reasoned: Reasoned,
): Promise<Pick<OwnDecision, 'roles' | 'heldUntil' | 'request' | 'atOnce'>> {
  if (!needsRemedies(reasoned)) return { roles: [], heldUntil: null, request: null, atOnce: null };
  const { permission, held, leads } = reasoned;
  const asked = { userId, appId, permissionId: permission.id, roleIds: [...leads.nodes.keys()] };
  const request = await latestRequest(snapshot, asked, later(snapshot.at, -rememberedDays * 86_400));
  const roles = await rolesFor(snapshot, permission, leads, held);
  return {
    roles: roles.slice(0, rolesShown),
    atOnce: await atOnce(snapshot, userId, key, [...roles.map(({ id }) => id), ...leads.nodes.keys()]),
    heldUntil: await lastHeld(snapshot, userId, appId, permission.id),
    request: request ? await shownRequest(snapshot, request, caller) : null,
  };
}

/** Returns the first role in the list that the user may take as emergency access. */
async function atOnce(
  snapshot: Snapshot,
  userId: string,
  application: string,
  roles: readonly string[],
): Promise<OwnDecision['atOnce']> {
  const open = (await offersTo(snapshot, userId, application)).filter(({ held, objected }) => !held && !objected);
  for (const id of roles) {
    const offer = open.find(({ role }) => role.id === id);
    if (offer) return { role: offer.role, seconds: offer.seconds };
  }
  return null;
}
