import { createHash } from 'node:crypto';

/** A short text that stands for a long one as a key. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
