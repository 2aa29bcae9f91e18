import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What the provider signs its cookies with, and looks at those that come back: the first key signs. */
export interface CookieSignatures {
  readonly sign: (data: string) => string;
  readonly verify: (data: string, signature: string) => boolean;
  /** The place of the key that signed it; -1 when none did. */
  readonly index: (data: string, signature: string) => number;
}

/**
 * The same signatures as Keygrip's, which the provider would use: it compares two by making an HMAC of each with a key drawn for that,
 * and Node.js takes as long for one key that is no object of its own as for seven signatures.
 */
export function cookieSignatures(keys: readonly [KeyObject, ...KeyObject[]]): CookieSignatures {
  const signed = (key: KeyObject, data: string) => createHmac('sha1', key).update(data).digest('base64url');
  const index = (data: string, signature: string) => keys.findIndex((key) => same(signed(key, data), signature));
  return { sign: (data) => signed(keys[0], data), verify: (data, signature) => index(data, signature) >= 0, index };
}

function same(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
