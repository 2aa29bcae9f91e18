import { refuseProof, refuseToken, VerificationError } from './verification-error.ts';

/** The scheme of an Authorization header. */
export type Scheme = 'Bearer' | 'DPoP';

/** The credentials of a request; no scheme for a single token. */
export interface Credentials {
  readonly scheme: Scheme | undefined;
  readonly token: string;
}

/**
 * Reads an Authorization header (RFC 6750 section 2.1, RFC 9449 section 7.1). Checks its size first; the form of the
 * token is checked by {@link requireForm}.
 * @throws VerificationError `unauthenticated`, `token_invalid`
 */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined)
    throw new VerificationError('unauthenticated', 'missing', 'The request carries no access token.');
  if (header.length > longestToken + longestScheme) return tooLong();
  if (header.startsWith('Bearer ') || /^bearer /i.test(header))
    return { scheme: 'Bearer', token: requireSize(header.slice(7)) };
  if (/^dpop /i.test(header)) return { scheme: 'DPoP', token: requireSize(header.slice(5)) };
  return malformed();
}

/**
 * A single token.
 * @throws VerificationError `token_invalid`
 */
export const bareToken = (token: string): Credentials => ({ scheme: undefined, token: requireSize(token) });

/** Three parts joined by dots (RFC 7515 section 7.1), before any is parsed. @throws VerificationError `token_invalid` */
export function requireForm(token: string): void {
  if (!compactForm.test(token)) malformed();
}

/**
 * A bound token comes as DPoP, any other as Bearer or single.
 * @throws VerificationError `proof_invalid`
 */
export function requireScheme(scheme: Scheme | undefined, thumbprint: string | undefined): void {
  // RFC 9449 section 7.2: a bound token is worth nothing as a bearer token.
  if (thumbprint !== undefined && scheme !== 'DPoP')
    refuseProof('binding', 'The access token is bound to a key; send it as DPoP, with a proof.');
  if (thumbprint === undefined && scheme === 'DPoP')
    refuseProof('binding', 'The access token is not bound to a key; a proof proves nothing of it.');
}

export const compactForm: RegExp = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function malformed(): never {
  refuseToken(
    'malformed',
    'The Authorization header must be “Bearer” or “DPoP”, one space, and one access token of three parts.',
  );
}

function requireSize(token: string): string {
  return token.length > longestToken ? tooLong() : token;
}

function tooLong(): never {
  refuseToken('too-long', 'The access token is longer than any that Licet issues.');
}

/** Characters: Licet issues up to 6,144, and beyond that a reference to the list. */
const longestToken = 12_288;
const longestScheme = 'Bearer '.length;
