import { problemOf } from './error.ts';
import type { AccessQuestion, ExplainingSource } from './source.ts';
import type { AccessRequest, Catalogue, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

export interface ExplainParts {
  readonly issuer: string;
  readonly audience: string;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  readonly onDecided: ExplainingSource['onDecided'];
}

/** Asks Licet what only Licet knows. */
export const createExplain = ({ issuer, audience, fetch, onDecided }: ExplainParts): ExplainingSource => {
  // The shapes are the contract's, which the server is held to at every answer.
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${issuer}/api/v1/${path}`, init);
    if (!response.ok) throw await problemOf(response);
    return response.json();
  };
  const application = encodeURIComponent(audience);
  return {
    consoleUrl: issuer,
    onDecided,
    decision: (permission) =>
      call<OwnDecision>(`me/decision/${application}?permission=${encodeURIComponent(permission)}`),
    ask: (question: AccessQuestion) =>
      call<AccessRequest>('requests', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, application: audience }),
      }),
    withdraw: (request) =>
      call<AccessRequest>(`requests/${encodeURIComponent(request)}/withdrawal`, { method: 'POST' }),
    comments: async (request) => {
      const { items } = await call<{ items: readonly RequestComment[] }>(
        `requests/${encodeURIComponent(request)}/comments`,
      );
      return items;
    },
    comment: (request, text) =>
      call<RequestComment>(`requests/${encodeURIComponent(request)}/comments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      }),
    takeAtOnce: (role, reason) =>
      call<TakenAtOnce>('break-glass', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ application: audience, role, reason }),
      }),
    catalogue: () => call<Catalogue>(`me/catalogue/${application}`),
  };
};
