import { problemOf } from './error.ts';
import type { AccessQuestion, ExplainingSource } from './source.ts';
import type { AccessRequest, Catalogue, OffersAtOnce, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

export interface ExplainParts {
  readonly issuer: string;
  readonly audience: string;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly onDecided: ExplainingSource['onDecided'];
}

/** Returns the functions that explain decisions and request access through Licet's API. */
export const createExplain = ({ issuer, audience, fetch, onDecided }: ExplainParts): ExplainingSource => {
  // The caller asserts the type of the response. Tests of the server check every response against the contract.
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${issuer}/api/v1/${path}`, init);
    if (!response.ok) throw await problemOf(response);
    return response.json();
  };
  const send = <T>(path: string, body: unknown) =>
    call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const application = encodeURIComponent(audience);
  return {
    consoleUrl: issuer,
    onDecided,
    decision: (permission) =>
      call<OwnDecision>(`me/decision/${application}?permission=${encodeURIComponent(permission)}`),
    decisions: (permissions) =>
      send<{ items: readonly OwnDecision[] }>(`me/decisions/${application}`, { permissions }).then(
        ({ items }) => items,
      ),
    ask: (question: AccessQuestion) => send<AccessRequest>('requests', { ...question, application: audience }),
    withdraw: (request) =>
      call<AccessRequest>(`requests/${encodeURIComponent(request)}/withdrawal`, { method: 'POST' }),
    comments: (request) =>
      call<{ items: readonly RequestComment[] }>(`requests/${encodeURIComponent(request)}/comments`).then(
        ({ items }) => items,
      ),
    comment: (request, text) => send<RequestComment>(`requests/${encodeURIComponent(request)}/comments`, { text }),
    takeAtOnce: (role, reason) => send<TakenAtOnce>('break-glass', { application: audience, role, reason }),
    offersAtOnce: () => call<OffersAtOnce>(`break-glass/offers?application=${application}`),
    catalogue: () => call<Catalogue>(`me/catalogue/${application}`),
  };
};
