import * as crypto from 'node:crypto';

/** Returns the SHA-256 of a text in base64url. */
export const sha256: (text: string) => string =
  // `crypto.hash` (Node 20.12 and later) is faster than a hash object. Every request computes a hash.
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'base64url')
    : (text) => crypto.createHash('sha256').update(text).digest('base64url');
