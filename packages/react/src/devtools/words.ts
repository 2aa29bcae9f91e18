import type { AccessStatus } from '@licet/client';
import { explain, type Token } from '@licet/rule';

/**
 * Explains in a sentence how the rule decides about a name.
 * @param now seconds since the epoch
 */
export const reasonOf = (token: Token | undefined, kind: 'permission' | 'role', name: string, now: number): string => {
  if (!token) return 'There is no token that can be read.';
  const { reason } = explain(token, name, now);
  if (reason === 'malformed' || reason === 'expired') return REASONS[reason];
  if (kind === 'permission') return REASONS[reason];
  return token.roles.includes(name) ? 'The token has the role.' : 'The token does not have the role.';
};

/**
 * Returns the remaining time, such as “4:09” or “1:04:09”.
 * @param seconds until the token expires
 */
export const countdown = (seconds: number): string => {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(left / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
};

export const STANDING: Record<AccessStatus, string> = {
  valid: 'Signed in',
  expired: 'Expired',
  loading: 'Loading',
  malformed: 'Malformed token',
  'signed-out': 'Signed out',
};

const REASONS = {
  admin: 'The token has the role admin, which implies every permission.',
  listed: 'The token lists it.',
  'not-listed': 'The token does not list it.',
  incomplete: 'The permission list is too long for the token and has not been loaded yet.',
  expired: 'The token has expired.',
  malformed: 'The token, or the name, cannot be read.',
} as const;
