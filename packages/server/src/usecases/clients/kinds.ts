import type { OpenIdClient } from '@licet/contract';

/** Whether a program can keep a secret or a key: one in a browser or on a user's device cannot. */
export const keepsSecret = (kind: OpenIdClient['kind']): boolean => kind === 'server' || kind === 'service';
