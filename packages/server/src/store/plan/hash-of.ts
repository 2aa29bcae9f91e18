import { createHash } from 'node:crypto';

/** A hash of a text, as a short key. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
