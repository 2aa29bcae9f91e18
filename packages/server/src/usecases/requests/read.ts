import type { AccessRequest, AskableRole, Grant } from '@licet/contract';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { heldBy, listAskable } from '../../store/requests/catalogue.ts';
import { listRequests } from '../../store/requests/list.ts';
import { leftOf, nobody, poolsOf, stillAble } from '../../store/requests/pools.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import type { Sight } from '../../store/requests/waiting.ts';
import { type CallerAccess, onlyApplication, requireOwnApplication } from '../authorise.ts';
import { callerId } from '../context.ts';
import { givenRecord, grantRecord } from '../require.ts';
import { reading } from '../use-case.ts';
import { type DecisionRights, decisionRightsOf } from './decision-rights.ts';
import { requireRequest } from './require.ts';

/** The requests that a caller sees: their own, and those of others by their rights in Licet. */
export function sightOf(access: CallerAccess): Sight {
  return {
    userId: access.userId,
    decides: { everywhere: access.can('grants.manage'), licet: access.isAdmin, owned: [...access.owns] },
    audits: access.can('audit.read'),
  };
}

/** The first requests that wait for a caller's decision, oldest first, and the exact number of all. */
export const waitingRequests = (snapshot: Snapshot, access: CallerAccess, limit: number) =>
  listRequests(snapshot, { view: 'waiting', sight: sightOf(access), sort: 'asked', limit, exact: true });

/** Requests as a caller sees them: with their steps, and whether the caller may decide, or why not. */
export async function shownRequests(
  snapshot: Snapshot,
  stored: readonly StoredRequest[],
  access: CallerAccess,
): Promise<AccessRequest[]> {
  const standings = await decisionRightsOf(snapshot, stored, access);
  return stored.map((request) => shownWith(request, standings.get(request.id)));
}

/** One request as shown to the caller. */
export async function shownRequest(
  snapshot: Snapshot,
  stored: StoredRequest,
  access: CallerAccess,
): Promise<AccessRequest> {
  const [shown] = await shownRequests(snapshot, [stored], access);
  if (!shown) throw new Error(`The request ${stored.id} is not shown.`);
  return shown;
}

/** Returns a request as shown to the caller, with rights that were already read. */
function shownWith(stored: StoredRequest, standing: DecisionRights | undefined): AccessRequest {
  if (!standing) throw new Error(`It is not known how the request ${stored.id} stands.`);
  const { appId: _, applicationExists: __, rule: ___, votes, ...request } = stored;
  const {
    concerned: ____,
    votesFor: _____,
    nextStep: ______,
    ownSteps: _______,
    decides: ________,
    ...rights
  } = standing;
  return {
    ...request,
    votes: votes.map(({ step, by, at, for: whose }) => ({ step, by, for: whose, at })),
    ...rights,
  };
}

export const requestTarget = ({ id, asks, user }: StoredRequest) => ({
  kind: 'request',
  id,
  name: `${asks.name} for ${user.name}`,
});

/** A request in the audit chain, by name. */
export const requestRecord = ({ user, asks, seconds, reason, place, state, proposedBy }: StoredRequest) => ({
  from: `${user.name} (${user.detail ?? 'user'})`,
  asks: givenRecord(asks),
  seconds,
  reason,
  place,
  state,
  ...(proposedBy && { proposedBy: proposedBy.name }),
});

/** The approvals of each step, for the audit chain. */
const votesRecord = ({ votes }: StoredRequest) =>
  votes.map(({ step, by, for: whose }) => ({ step, by: by.name, ...(whose && { for: whose.name }) }));

/** The decision, for the audit chain, with the grant if there is one. */
export const decisionRecord = (request: StoredRequest, grant?: Grant) => ({
  ...requestRecord(request),
  note: request.decision?.note ?? '',
  ...(request.votes.length > 0 ? { approvals: votesRecord(request) } : {}),
  ...(grant ? { grant: { id: grant.id, ...grantRecord(grant) } } : {}),
});

export const list = reading('requests.list', async ({ snapshot, access, query, caller }) => {
  const { view = 'mine', application, ...page } = query;
  if (application !== undefined) requireOwnApplication(caller, application);
  const only = onlyApplication(caller) ?? application;
  const found = await listRequests(snapshot, { ...page, view, application: only, sight: sightOf(access) });
  const shown = await shownRequests(snapshot, found.items, access);
  return { ...found, items: shown };
});

export const get = reading('requests.get', async ({ snapshot, access, params, caller }) => {
  const { request, standing } = await requireRequest(snapshot, caller, access, params.request);
  return shownWith(request, standing);
});

const shown = 5;

/**
 * The roles that the caller can request: in the token's application, or in every application that they have access to
 * or may see.
 */
export const catalogue = reading('requests.catalogue', async ({ snapshot, access, query, caller }) => {
  const userId = callerId(caller);
  const { application: asked, ...page } = query;
  if (asked !== undefined) requireOwnApplication(caller, asked);
  const only = onlyApplication(caller);
  const application = only ?? asked;
  const audience = 'audience' in caller ? [caller.audience] : [];
  const sees = access.can('applications.read') ? 'all' : [...access.owns, ...audience];
  const held = await heldBy(snapshot, userId);
  const found = await listAskable(snapshot, { ...page, userId, held, sees, application });
  const applications = [...new Set(found.items.map(({ appId }) => appId))];
  const owning = applications.map((appId) => ({ appId, approvers: 'owners' as const }));
  const pools = await poolsOf(snapshot, [...owning, ...found.items], [userId], null);
  const out = new Set([userId]);
  const items = found.items.map(({ appId, approvers, needed, ...item }, index): AskableRole => {
    const owners = pools.of[applications.indexOf(appId)] ?? nobody;
    const looking = leftOf(owners, out).total > 0 ? owners : pools.administrators;
    const named = approvers === 'owners' ? looking : (pools.of[owning.length + index] ?? nobody);
    const { first, total } = stillAble({ approvers, missing: needed }, named, looking, out).able;
    return {
      ...item,
      deciders: first.slice(0, shown),
      deciderCount: total,
      usualSeconds: pools.usual.get(appId) ?? null,
    };
  });
  return { ...found, items };
});
