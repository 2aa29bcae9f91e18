import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

// A browser in which somebody has signed in holds a token for each such account, all in one signed cookie. It proves nothing but
// that: it gives the account's next attempts in this browser an allowance of their own (the device cookies of OWASP’s “Slow
// Down Online Guessing Attacks with Device Cookies”).

/** The tokens of the accounts that a browser is known for, the latest first; none when the cookie is not one of ours. */
export function readKnownBrowsers(keys: readonly KeyObject[], header: string | undefined, secure: boolean): string[] {
  const cookie = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName(secure)}=`));
  const [, value = '', signature] = /^[^=]+=([\w.-]*)~([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (signature === undefined) return [];
  const said = Buffer.from(signature);
  if (!keys.some((key) => timingSafeEqual(Buffer.from(sign(key, value)), said))) return [];
  return value.split('.').slice(0, accountsOfBrowser);
}

/** The cookie that says so; it goes to the sign-in page alone. */
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

/** What is kept of a token. */
export const browserHash = (token: string): Buffer => createHash('sha256').update(token).digest();

const sign = (key: KeyObject, value: string) => createHmac('sha256', key).update(value).digest('base64url');
// Over https a name that nobody on the way can set a cookie of (RFC 6265bis section 4.1.3).
const cookieName = (secure: boolean) => `${secure ? '__Secure-' : ''}licet_known`;
/** So many accounts are remembered by one browser: a shared one must not outgrow the header that carries them. */
const accountsOfBrowser = 8;
