import { at, type On } from '@licet/rule';
import { type KnownToken, type KnownTokenParts, requireInForce } from './known-token.ts';
import { refused } from './refused.ts';
import type { Requirement } from './requirement.ts';
import { signedInWell } from './step-up.ts';
import type { Usage } from './usage.ts';
import { addressBelow, type Credentials, requireScheme, type VerifyProof } from './verify/index.ts';

/**
 * The parts of a Node request that a verifier reads. Requests of `http`, `https`, `http2` and Express fit, and
 * Fastify's `request.raw`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The request target as the client sent it. Frameworks remove the mount path of a sub-application from `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders?: readonly string[] | undefined;
  readonly socket?: object | undefined;
}

/** A `Request` of the fetch standard or a Node request. */
export type AccessRequest = Request | NodeRequest;

/**
 * Returns the value of a header. Joins repeated headers with a comma. A repeated header is then refused, because no
 * valid token or proof contains a comma.
 */
export function headerOf(request: AccessRequest, name: 'authorization' | 'dpop'): string | undefined {
  const { headers } = request;
  if (isFetch(headers)) return headers.get(name) ?? undefined;
  const value = headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  // Node keeps only the first Authorization header, but a proxy may have checked a later one. Append a comma, which
  // makes the value invalid.
  return name === 'authorization' && occursTwice(request, name) ? `${value}, ` : value;
}

const methodOf = (request: AccessRequest): string => request.method ?? '';

/** Returns the URL that the client called, in normal form. It is based on `publicUrl`, or else on the Host header. */
const addressOf = (request: AccessRequest, publicUrl: string | undefined): string | undefined =>
  addressBelow(publicUrl ?? baseOf(request), targetOf(request));

function targetOf(request: AccessRequest): string | undefined {
  if (isFetch(request.headers)) {
    const { pathname } = new URL(request.url ?? '');
    return pathname;
  }
  return ('originalUrl' in request ? request.originalUrl : undefined) ?? request.url;
}

function baseOf(request: AccessRequest): string | undefined {
  const { headers } = request;
  if (isFetch(headers)) return new URL(request.url ?? '').origin;
  const host = headers.host ?? headers[':authority'];
  if (typeof host !== 'string' || !plainHost.test(host)) return undefined;
  const origin = `${isEncrypted(request) ? 'https' : 'http'}://${host}`;
  return URL.canParse(origin) ? new URL(origin).origin : undefined;
}

const plainHost = /^(?:[a-z\d][a-z\d.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const isFetch = (headers: AccessRequest['headers']): headers is Headers =>
  'get' in headers && typeof headers.get === 'function';

function isEncrypted(request: AccessRequest): boolean {
  const socket = 'socket' in request ? request.socket : undefined;
  return socket !== undefined && 'encrypted' in socket && socket.encrypted === true;
}

function occursTwice(request: AccessRequest, name: string): boolean {
  const raw = 'rawHeaders' in request ? (request.rawHeaders ?? []) : [];
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const each = raw[at];
    if (each?.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

export interface RequestParts extends KnownTokenParts {
  readonly verifyProof: VerifyProof;
  /**
   * The requests whose proof has been checked, with the hash of their token. A request may pass several guards, but
   * its proof is valid only once.
   */
  readonly proven: WeakMap<object, string>;
  readonly usage: Usage | undefined;
}

/** A verified token, with the request or the string that contained it. */
export interface TokenRequest {
  readonly parts: RequestParts;
  readonly from: AccessRequest | string;
  readonly credentials: Credentials;
  readonly token: KnownToken;
  readonly requirement: Requirement;
}

/** One check of a request. It throws to refuse the request, and returns a promise only if it must wait. */
type Step = (request: TokenRequest) => void | Promise<void>;

const steps: readonly Step[] = [
  ({ parts, token }) => requireInForce(parts, token),
  requireBinding,
  requireProof,
  requirePermitted,
  requireStepUp,
  noteUsage,
];

/**
 * Runs the checks in order, beginning with number `from`.
 * @throws VerificationError, AccessRefused; a returned promise rejects with the same errors
 */
export function takeSteps(request: TokenRequest, from = 0): void | Promise<void> {
  for (let at = from; at < steps.length; at += 1) {
    const waiting = steps[at]?.(request);
    if (waiting) return waiting.then(() => takeSteps(request, at + 1));
  }
}

function requireBinding({ parts, token, credentials }: TokenRequest): void {
  requireScheme(credentials.scheme, token.thumbprint);
  if (token.thumbprint === undefined && parts.settings.dpop === 'required') throw refused('binding_required', {});
}

function requireProof({ parts, from, token }: TokenRequest): void | Promise<void> {
  const { hash, thumbprint } = token;
  if (thumbprint === undefined || typeof from === 'string' || parts.proven.get(from) === hash) return;
  const address = addressOf(from, parts.settings.publicUrl);
  const request = { method: methodOf(from), address, proof: headerOf(from, 'dpop') };
  return parts.verifyProof(request, { hash, thumbprint }).then(() => {
    parts.proven.set(from, hash);
    // The proof check takes time, and Licet may have revoked the access meanwhile.
    requireInForce(parts, token);
  });
}

function requirePermitted(request: TokenRequest): void | Promise<void> {
  const { parts, token, requirement } = request;
  if (requirement.on !== undefined && requirement.permission === undefined && requirement.role === undefined)
    throw new TypeError('A requirement on a resource needs a permission or a role.');
  const on = typeof requirement.on === 'function' ? requirement.on() : requirement.on;
  if (!isWaiting(on)) return requirePermittedOn(request, on);
  return Promise.resolve(on).then((found) => {
    // Finding the resource takes time, and Licet may have revoked the access meanwhile.
    requireInForce(parts, token);
    requirePermittedOn(request, found);
  });
}

const isWaiting = (on: On | PromiseLike<On> | undefined): on is PromiseLike<On> =>
  typeof on === 'object' && on !== null && 'then' in on;

function requirePermittedOn({ token, requirement: { permission, role } }: TokenRequest, on?: On): void {
  const there = on === undefined ? token.compiled : token.compiled.at(on);
  const mayDo = permission === undefined || there.can(permission);
  if (mayDo && (role === undefined || there.hasRole(role))) return;
  // The separate claim may name the resource, so nobody knows yet what the user may do there.
  if (at(token.claims, on).on_ref !== undefined) throw refused('resources_unavailable', {});
  if (!mayDo) throw refused('permission_missing', { permission }, { permission });
  if (role !== undefined) throw refused('role_missing', { role }, { role });
}

/**
 * Checks the sign-in after the permission. So no user signs in again for an action that they may not perform (RFC
 * 9470 section 3).
 */
function requireStepUp({ parts, token, requirement: { maxAge, acr } }: TokenRequest): void {
  if (maxAge === undefined && acr === undefined) return;
  const stepUp = { ...(maxAge === undefined ? {} : { maxAge }), ...(acr === undefined ? {} : { acr }) };
  if (signedInWell(token.access.claims, stepUp, parts.settings.now())) return;
  throw refused('sign_in_too_weak', {}, stepUp);
}

function noteUsage({ parts, token: { access }, requirement: { permission } }: TokenRequest): void {
  if (permission !== undefined && !access.service) parts.usage?.record(access.userId, permission);
}
