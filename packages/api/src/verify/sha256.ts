import * as crypto from 'node:crypto';

/** SHA-256 of a text, base64url. */
export const sha256: (text: string) => string =
  // In one call if the runtime has it (Node 20.12 and later): every request needs it.
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'base64url')
    : (text) => crypto.createHash('sha256').update(text).digest('base64url');
