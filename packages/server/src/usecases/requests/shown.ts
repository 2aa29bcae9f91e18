import type { AccessRequest, Grant } from '@licet/contract';
import type { Sight } from '../../store/requests/list.ts';
import type { StoredRequest } from '../../store/requests/requests.ts';
import { type CallerAccess, mayGrantIn } from '../authorise.ts';
import { grantRecord } from '../targets.ts';

/** Which requests a caller sees: his own, and what Licet itself lets him see of others'. */
export function sightOf(access: CallerAccess): Sight {
  return {
    userId: access.userId,
    decides: { everywhere: access.can('grants.manage'), licet: access.isAdmin, owned: [...access.owns] },
    audits: access.can('audit.read'),
  };
}

/** Whether a caller decides about an application's requests, those of a deleted one included. */
export function decidesOn(access: CallerAccess, { application, applicationExists }: StoredRequest): boolean {
  return applicationExists ? mayGrantIn(access, application.id) : access.can('grants.manage');
}

/** A request as a caller sees it: with whether he may decide it, or why not. */
export function shownRequest(stored: StoredRequest, access: CallerAccess): AccessRequest {
  const { appId: _, applicationExists: __, ...request } = stored;
  return { ...request, mayDecide: mayDecide(stored, access) };
}

export const requestTarget = ({ id, asks, user }: StoredRequest) => ({
  kind: 'request',
  id,
  name: `${asks.name} for ${user.name}`,
});

/** A request in the audit chain, by name. */
export const requestRecord = ({ user, asks, seconds, reason, place, state }: StoredRequest) => ({
  from: `${user.name} (${user.detail ?? 'user'})`,
  asks: `${asks.kind} ${asks.name}`,
  seconds,
  reason,
  place,
  state,
});

/** What was decided, in the audit chain, with the grant when there is one. */
export const decisionRecord = (request: StoredRequest, grant?: Grant) => ({
  ...requestRecord(request),
  note: request.decision?.note ?? '',
  ...(grant ? { grant: { id: grant.id, ...grantRecord(grant) } } : {}),
});

function mayDecide(request: StoredRequest, access: CallerAccess): AccessRequest['mayDecide'] {
  if (request.state !== 'pending') return 'closed';
  if (request.user.id === access.userId) return 'own_request';
  return decidesOn(access, request) ? 'yes' : 'not_an_owner';
}
