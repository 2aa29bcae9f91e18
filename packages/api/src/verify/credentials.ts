import { refuse } from './faults.ts';

export type Scheme = 'Bearer' | 'DPoP';

/** The credentials of a request. A single token has no scheme. */
export interface Credentials {
  readonly scheme: Scheme | undefined;
  readonly token: string;
}

/**
 * Parses an Authorization header (RFC 6750 section 2.1, RFC 9449 section 7.1). The size is checked first. {@link
 * requireForm} checks the format of the token.
 * @throws VerificationError `unauthenticated`, `token_invalid`
 */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) return refuse('token_missing', {});
  if (header.length > longestToken + longestScheme) return refuse('token_too_long', {});
  if (header.startsWith('Bearer ') || /^bearer /i.test(header))
    return { scheme: 'Bearer', token: requireSize(header.slice(7)) };
  if (/^dpop /i.test(header)) return { scheme: 'DPoP', token: requireSize(header.slice(5)) };
  return refuse('token_malformed', {});
}

/**
 * Returns the credentials of a token without a header.
 * @throws VerificationError `token_invalid`
 */
export const bareToken = (token: string): Credentials => ({ scheme: undefined, token: requireSize(token) });

/**
 * Requires three parts separated by dots (RFC 7515 section 7.1), before any part is parsed.
 * @throws VerificationError `token_invalid`
 */
export function requireForm(token: string): void {
  if (!compactForm.test(token)) refuse('token_malformed', {});
}

/**
 * Requires the scheme DPoP for a bound token. Requires Bearer or no scheme for any other token.
 * @throws VerificationError `proof_invalid`
 */
export function requireScheme(scheme: Scheme | undefined, thumbprint: string | undefined): void {
  // RFC 9449 section 7.2: a bound token is not valid as a bearer token.
  if (thumbprint !== undefined && scheme !== 'DPoP') refuse('token_needs_proof', {});
  if (thumbprint === undefined && scheme === 'DPoP') refuse('token_takes_no_proof', {});
}

export const compactForm: RegExp = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function requireSize(token: string): string {
  return token.length > longestToken ? refuse('token_too_long', {}) : token;
}

/**
 * In characters. Licet issues tokens of up to 6,144 characters, and replaces a longer permission list by a reference.
 */
const longestToken = 12_288;
const longestScheme = 'Bearer '.length;
