/** The code for callers: a closed list. */
export type VerificationCode = 'unauthenticated' | 'token_invalid' | 'token_expired' | 'proof_invalid';

/**
 * Which check refused, for logs and counters: a closed list.
 *
 * - `missing`, `malformed`, `too-long`: the Authorization header or the token in it
 * - `type`, `signature`, `issuer`, `audience`, `time`, `expired`, `content`: the token
 * - `binding`, `proof`, `replay`: DPoP (RFC 9449)
 */
export type VerificationReason =
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
  | 'binding'
  | 'proof'
  | 'replay';

/**
 * The error of a failed check. Its message says what is wrong and what to do, and never repeats anything of the
 * token.
 */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly code: VerificationCode;
  readonly reason: VerificationReason;

  constructor(code: VerificationCode, reason: VerificationReason, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

export function refuseToken(reason: VerificationReason, message: string): never {
  throw new VerificationError(reason === 'expired' ? 'token_expired' : 'token_invalid', reason, message);
}

export function refuseProof(reason: VerificationReason, message: string): never {
  throw new VerificationError('proof_invalid', reason, message);
}
