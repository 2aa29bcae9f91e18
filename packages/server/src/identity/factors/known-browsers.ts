import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

// A browser has one signed cookie with a token for each account that has signed in there. A token proves only that
// sign-in. Further attempts for the account in this browser then have a separate counter. OWASP calls this device
// cookies (“Slow Down Online Guessing Attacks with Device Cookies”).

/** The tokens in the cookie, newest first; none if its signature is wrong. */
export function readKnownBrowsers(keys: readonly KeyObject[], header: string | undefined, secure: boolean): string[] {
  const cookie = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName(secure)}=`));
  const [, value = '', signature] = /^[^=]+=([\w.-]*)~([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (signature === undefined) return [];
  const given = Buffer.from(signature);
  if (!keys.some((key) => timingSafeEqual(Buffer.from(sign(key, value)), given))) return [];
  return value.split('.').slice(0, accountsOfBrowser);
}

/** The cookie with the tokens, sent to the sign-in page only. */
export function knownBrowsersCookie(
  key: KeyObject,
  tokens: readonly string[],
  seconds: number,
  secure: boolean,
): string {
  const value = [...new Set(tokens)].slice(0, accountsOfBrowser).join('.');
  const attributes = `Path=/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return `${cookieName(secure)}=${value}~${sign(key, value)}; ${attributes}`;
}

/** A token of 128 random bits, for one account in one browser. */
export const newBrowserToken = (): string => randomBytes(16).toString('base64url');

/** The stored form of a token. */
export const browserHash = (token: string): Buffer => createHash('sha256').update(token).digest();

const sign = (key: KeyObject, value: string) => createHmac('sha256', key).update(value).digest('base64url');
// Over https the name has a prefix, so that no plain connection can set the cookie (RFC 6265bis section 4.1.3).
const cookieName = (secure: boolean) => `${secure ? '__Secure-' : ''}licet_known`;
/**
 * The number of accounts that one browser remembers, so that the cookie of a shared browser does not exceed the size
 * limit of a header.
 */
const accountsOfBrowser = 8;
