/** What a caller is told: a closed list, the same codes that Licet's own API uses. */
export type RefusedCode =
  | 'unauthenticated'
  | 'token_invalid'
  | 'token_expired'
  | 'proof_invalid'
  | 'forbidden'
  | 'unavailable';

/**
 * Which check refused, for logs and counters: a closed list.
 *
 * - `missing`, `malformed`, `too-long`: the Authorization header or the token in it
 * - `type`, `signature`, `issuer`, `audience`, `time`, `expired`, `content`: the token
 * - `cut-off`: the access was taken away after the token was issued
 * - `binding`, `proof`, `replay`: DPoP (RFC 9449)
 * - `permission`, `role`: the token is good, and does not permit it
 * - `keys`, `list`, `deaf`, `internal`: this server does not know enough to decide, so it does not permit
 */
export type RefusedReason =
  | 'missing'
  | 'malformed'
  | 'too-long'
  | 'type'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'time'
  | 'expired'
  | 'content'
  | 'cut-off'
  | 'binding'
  | 'proof'
  | 'replay'
  | 'permission'
  | 'role'
  | 'keys'
  | 'list'
  | 'deaf'
  | 'internal';

/** The scheme of the Authorization header that the refused request came with. */
export type Scheme = 'Bearer' | 'DPoP';

export interface RefusedExtras {
  readonly scheme?: Scheme | undefined;
  readonly permission?: string;
  readonly role?: string;
  readonly cause?: unknown;
}

/**
 * The only error with which a verifier refuses. Its message says what is wrong and what to do, and never repeats anything of
 * the token. `refusedReply` turns it into a reply.
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
  /** The permission that was wanted, when `code` is `forbidden`. */
  readonly permission: string | undefined;
  /** The role that was wanted, when `code` is `forbidden`. */
  readonly role: string | undefined;

  constructor(code: RefusedCode, reason: RefusedReason, message: string, extras: RefusedExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.reason = reason;
    this.status = code === 'forbidden' ? 403 : code === 'unavailable' ? 503 : 401;
    this.scheme = extras.scheme;
    this.permission = extras.permission;
    this.role = extras.role;
  }
}

/** Whatever went wrong while deciding, as a refusal: an error that nobody foresaw permits nothing and tells nothing. */
export const asRefused = (error: unknown): AccessRefused =>
  error instanceof AccessRefused
    ? error
    : new AccessRefused('unavailable', 'internal', 'The access token cannot be checked now. Try again in a moment.', {
        cause: error,
      });
