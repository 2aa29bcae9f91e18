import type { Kit } from './kit.ts';
import type { Prover } from './proof.ts';
import type { AccessQuestion, ExplainingSource } from './source.ts';
import type { Claims } from './tokens.ts';
import type { AccessRequest, Catalogue, OffersAtOnce, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

/** The functions of a source that call Licet's API. */
export type Calls = Required<Omit<ExplainingSource, 'consoleUrl' | 'onDecided'>>;

export interface CallsParts {
  readonly audience: string;
  readonly issuer: string;
  /** Sends the access token of the user who made the call. */
  readonly fetch: typeof fetch;
  readonly problemOf: Kit['problemOf'];
}

/** Returns the functions that call Licet's API, for example to explain a decision or to request access. */
export const createCalls = ({ audience, issuer, fetch, problemOf }: CallsParts): Calls => {
  // The reply is not checked here, because the server checks it against the contract.
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${issuer}/api/v1/${path}`, init);
    if (!response.ok) throw await problemOf(response);
    return response.json();
  };
  const send = <T>(path: string, body: unknown) =>
    call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const application = encodeURIComponent(audience);
  return {
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

export interface ListParts {
  readonly issuer: string;
  readonly send: Prover['send'];
  readonly access: string;
  readonly kit: Kit;
}

/**
 * Fetches the signed document with the permission list of a token, and verifies it.
 * @returns the reference of the list, and its permissions
 * @throws LicetError `unreachable`, `answer_invalid`, or `not_found` if Licet no longer stores the list
 */
export const readList = async ({
  issuer,
  send,
  access,
  kit: { answerInvalid, payloadOf, problemOf, sha256 },
}: ListParts): Promise<readonly [ref: unknown, permissions: readonly string[]]> => {
  const { permissions_ref: ref, sub, aud } = payloadOf(access);
  const response = await send(new Request(`${issuer}/oidc/permissions/${ref}`), access);
  if (!response.ok) throw await problemOf(response);
  const claims: Claims = payloadOf(await response.text());
  const { permissions } = claims;
  const isFor = Object.entries({ iss: issuer, sub, aud, permissions_ref: ref });
  if (
    !Array.isArray(permissions) ||
    isFor.some(([name, value]) => claims[name] !== value) ||
    (await sha256(JSON.stringify(permissions))) !== ref
  )
    throw answerInvalid('The list of permissions is not the one that the token refers to.');
  return [ref, permissions];
};
