import type { StepUp } from './step-up.ts';
import { type Scheme, type VerificationCode, VerificationError, type VerificationReason } from './verify/index.ts';

export type { Scheme } from './verify/index.ts';

/** The stable code for callers. Licet's own API uses the same codes. */
export type RefusedCode = VerificationCode | 'forbidden' | 'sign_in_again' | 'unavailable';

/**
 * The check that refused the request, for logs and counters. The reasons of `VerificationReason`, and:
 *
 * - `cut-off`: Licet revoked the access after it issued the token
 * - `permission`, `role`: the token is valid, but lacks the permission or the role
 * - `authentication`: the user has the permission, but the sign-in is too old or too weak
 * - `keys`, `list`, `disconnected`, `internal`: this server cannot decide, so it refuses
 */
export type RefusedReason =
  | VerificationReason
  | 'cut-off'
  | 'permission'
  | 'role'
  | 'authentication'
  | 'keys'
  | 'list'
  | 'disconnected'
  | 'internal';

export interface RefusedExtras extends StepUp {
  /** The scheme of the refused request's Authorization header. */
  readonly scheme?: Scheme | undefined;
  readonly permission?: string;
  readonly role?: string;
  readonly cause?: unknown;
}

/**
 * The only error with which a verifier refuses a request. Its message says what is wrong and what to do. The message
 * never quotes the token. `refusedReply` converts the error to a reply.
 *
 * @example
 * import { AccessRefused, refusedReply } from '@licet/api';
 *
 * const refused = new AccessRefused('unauthenticated', 'missing', 'The request carries no access token.');
 * refused.status; // 401
 * refusedReply(refused).headers['www-authenticate']; // 'Bearer, DPoP algs="ES256"'
 */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused';
  readonly code: RefusedCode;
  readonly reason: RefusedReason;
  readonly status: 401 | 403 | 503;
  readonly scheme: Scheme | undefined;
  /** The missing permission, if `code` is `forbidden`. */
  readonly permission: string | undefined;
  /** The missing role, if `code` is `forbidden`. */
  readonly role: string | undefined;
  /** The required age and strength of the sign-in, if `code` is `sign_in_again`. */
  readonly stepUp: StepUp | undefined;

  constructor(code: RefusedCode, reason: RefusedReason, message: string, extras: RefusedExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.reason = reason;
    this.status = code === 'forbidden' ? 403 : code === 'unavailable' ? 503 : 401;
    this.scheme = extras.scheme;
    this.permission = extras.permission;
    this.role = extras.role;
    const { maxAge, acr } = extras;
    this.stepUp =
      code === 'sign_in_again'
        ? { ...(maxAge === undefined ? {} : { maxAge }), ...(acr === undefined ? {} : { acr }) }
        : undefined;
  }
}

interface Refusal<Values> {
  readonly code: RefusedCode;
  readonly reason: RefusedReason;
  readonly sentence: (values: Values) => string;
}

const refusal =
  (code: RefusedCode) =>
  <Values = Record<never, never>>(
    reason: RefusedReason,
    sentence: string | ((values: Values) => string),
  ): Refusal<Values> => ({ code, reason, sentence: typeof sentence === 'string' ? () => sentence : sentence });
const forbidden = refusal('forbidden');
const unavailable = refusal('unavailable');

/** All refusals except those of token verification, each with its message. */
const refusals = {
  binding_required: refusal('proof_invalid')(
    'binding',
    'This server takes only access tokens that are bound to a key (DPoP).',
  ),
  cut_off: refusal('token_invalid')('cut-off', 'The access was revoked after the token was issued.'),
  permission_missing: forbidden<{ permission: string }>(
    'permission',
    ({ permission }) => `This needs the permission “${permission}”.`,
  ),
  role_missing: forbidden<{ role: string }>('role', ({ role }) => `This needs the role “${role}”.`),
  sign_in_too_weak: refusal('sign_in_again')(
    'authentication',
    'This needs a more recent or a stronger sign-in than that of the access token.',
  ),
  disconnected: unavailable(
    'disconnected',
    'The stream of cut-offs is disconnected, so this server does not know whose access was revoked since. It refuses every request until the stream is connected again.',
  ),
  keys_unknown: unavailable('keys', 'The keys of the issuer are not known yet.'),
  list_unavailable: unavailable('list', 'The permissions of the access token cannot be fetched now.'),
  resources_unavailable: unavailable(
    'list',
    'The access token does not contain its access on resources, because that is too long, and this version of the server’s kit cannot fetch it.',
  ),
  plugin_missing: unavailable('internal', 'The server has not registered accessPlugin.'),
  unexpected: unavailable('internal', 'The access token cannot be checked now. Try again in a moment.'),
} as const;

type Refusals = typeof refusals;
type ValuesOf<Name extends keyof Refusals> = Refusals[Name] extends Refusal<infer Values> ? Values : never;

/** Returns the error with that name. */
export function refused<Name extends keyof Refusals>(
  name: Name,
  values: ValuesOf<Name>,
  extras?: RefusedExtras,
): AccessRefused {
  const { code, reason, sentence }: Refusal<never> = refusals[name];
  return new AccessRefused(code, reason, sentence(values as never), extras);
}

/** Converts any error during a decision to a refusal. An unexpected error permits nothing and reveals nothing. */
export function asRefused(error: unknown): AccessRefused {
  if (error instanceof AccessRefused) return error;
  if (error instanceof VerificationError) return new AccessRefused(error.code, error.reason, error.message);
  return refused('unexpected', {}, { cause: error });
}
