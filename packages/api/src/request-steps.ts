import { type KnownToken, type KnownTokenParts, requireInForce } from './known-token.ts';
import { refused } from './refused.ts';
import { type AccessRequest, addressOf, headerOf, methodOf } from './request.ts';
import { type Requirement, signedInWell } from './step-up.ts';
import type { Usage } from './usage.ts';
import { type Credentials, requireScheme, type VerifyProof } from './verify/index.ts';

export interface RequestParts extends KnownTokenParts {
  readonly verifyProof: VerifyProof;
  /**
   * The requests whose proof has been checked, with the hash of their token. A request may pass several guards, but
   * its proof is valid only once.
   */
  readonly proven: WeakMap<object, string>;
  readonly usage: Usage | undefined;
}

/** A request or a single token, with the verified token. */
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

function requirePermitted({ token: { compiled }, requirement: { permission, role } }: TokenRequest): void {
  if (permission !== undefined && !compiled.can(permission))
    throw refused('permission_missing', { permission }, { permission });
  if (role !== undefined && !compiled.hasRole(role)) throw refused('role_missing', { role }, { role });
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
