import { AccessRefused, type Scheme } from './refused.ts';

/** What a request authenticates with; no scheme when the token came by itself. */
export interface Credentials {
  readonly scheme: Scheme | undefined;
  readonly token: string;
}

/**
 * Reads an Authorization header (RFC 6750 section 2.1, RFC 9449 section 7.1). Its size is looked at before anything else; the
 * token is not yet: {@link requireForm}.
 * @throws AccessRefused `unauthenticated`, `token_invalid`
 */
export function credentialsOf(header: string | undefined): Credentials {
  if (header === undefined)
    throw new AccessRefused('unauthenticated', 'missing', 'The request carries no access token.');
  if (header.length > longestToken + longestScheme) return tooLong();
  if (header.startsWith('Bearer ') || /^bearer /i.test(header))
    return { scheme: 'Bearer', token: sized(header.slice(7)) };
  if (/^dpop /i.test(header)) return { scheme: 'DPoP', token: sized(header.slice(5)) };
  return malformed();
}

/** A token that came by itself. @throws AccessRefused `token_invalid` */
export const bareToken = (token: string): Credentials => ({ scheme: undefined, token: sized(token) });

/** Three parts joined by dots (RFC 7515 section 7.1), before any is parsed. @throws AccessRefused `token_invalid` */
export function requireForm(token: string): void {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) malformed();
}

function malformed(): never {
  throw new AccessRefused(
    'token_invalid',
    'malformed',
    'The Authorization header must be “Bearer” or “DPoP”, one space, and one access token of three parts.',
  );
}

function sized(token: string): string {
  return token.length > longestToken ? tooLong() : token;
}

function tooLong(): never {
  throw new AccessRefused('token_invalid', 'too-long', 'The access token is longer than any that Licet issues.');
}

/** Characters: Licet issues up to 6,144, and beyond that a reference to the list. */
const longestToken = 12_288;
const longestScheme = 'Bearer '.length;
