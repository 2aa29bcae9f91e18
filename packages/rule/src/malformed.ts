/**
 * The first part of a token that could not be parsed, in the order below. A new code is a breaking change.
 *
 * - `payload`: the token is not a string of three parts separated by dots; or the first or second part is not
 * base64url without padding; or the second part is not UTF-8 or not JSON
 * - `sub`, `roles`, `permissions`, `permissions_ref`, `exp`: the claim does not have the required format
 */
export type MalformedCode = 'payload' | 'sub' | 'roles' | 'permissions' | 'permissions_ref' | 'exp';

/**
 * The only error of this package. `decode` and `readClaims` throw it. The message never quotes the token, because the
 * token may be a secret.
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
