/**
 * The part of a token that could not be read; the first one in this order. A closed list: a new code is a breaking
 * change.
 *
 * - `payload`: not readable. The token is not a string of three parts joined by dots, or the first or the second is not
 * base64url (padding and the standard alphabet are refused), or the second is not UTF-8 or not JSON
 * - `sub`, `roles`, `permissions`, `permissions_ref`, `exp`: the claim is not what the rule requires
 */
export type MalformedCode = 'payload' | 'sub' | 'roles' | 'permissions' | 'permissions_ref' | 'exp';

/**
 * The only error of this package, thrown by `decode` and `readClaims`. It never repeats anything of the token, which
 * may be a secret.
 *
 * @example
 * import { decode, MalformedTokenError } from '@licet/rule';
 *
 * let code;
 * try {
 *   decode('not a token');
 * } catch (error) {
 *   if (error instanceof MalformedTokenError) code = error.code;
 * }
 * code; // 'payload'
 */
export class MalformedTokenError extends Error {
  override readonly name = 'MalformedTokenError';
  declare readonly code: MalformedCode;

  constructor(code: MalformedCode) {
    super(`Malformed token: ${code}`);
    this.code = code;
  }
}
