import type { AccessRequest, Grant } from '@licet/contract';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import type { Sight } from '../../store/requests/waiting.ts';
import type { CallerAccess } from '../authorise.ts';
import { givenRecord, grantRecord } from '../targets.ts';
import { type DecisionRights, decisionRightsOf } from './decision-rights.ts';

/** The requests that a caller sees: their own, and those of others by their rights in Licet. */
export function sightOf(access: CallerAccess): Sight {
  return {
    userId: access.userId,
    decides: { everywhere: access.can('grants.manage'), licet: access.isAdmin, owned: [...access.owns] },
    audits: access.can('audit.read'),
  };
}

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

/** The same with a known standing. */
export function shownWith(stored: StoredRequest, standing: DecisionRights | undefined): AccessRequest {
  if (!standing) throw new Error(`It is not known how the request ${stored.id} stands.`);
  const { appId: _, applicationExists: __, rule: ___, votes, ...request } = stored;
  const {
    concerned: ____,
    votesFor: _____,
    nextStep: ______,
    ownSteps: _______,
    decides: ________,
    ...told
  } = standing;
  return {
    ...request,
    votes: votes.map(({ step, by, at, for: whose }) => ({ step, by, for: whose, at })),
    ...told,
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
