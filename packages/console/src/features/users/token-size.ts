import { limits } from '@licet/contract';
import { formatNumber } from '../../ui/format.ts';
import { accessWords as words } from './words.ts';

/** The size of a token compared with the limit. */
type TokenFit = 'fits' | 'near' | 'reference';

/**
 * Whether a token of this size fits, is near the limit, or exceeds it. A token above the limit contains a reference
 * instead of its permissions.
 */
export function tokenFit(bytes: number): TokenFit {
  if (bytes > limits.tokenBytes.value) return 'reference';
  return bytes > limits.tokenWarnBytes.value ? 'near' : 'fits';
}

/** Bytes as kB, with one decimal below ten: "0.6", "403". */
export function kilobytes(bytes: number): string {
  const value = bytes / 1024;
  return formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** The content and the size in words: "2 roles in the token, 0.6 of 6 kB", or "403 kB, fetched by reference". */
export function tokenWords(bytes: number, roles: number): string {
  const used = kilobytes(bytes);
  if (tokenFit(bytes) === 'reference') return words.tooLarge(used);
  return words.token(roles, used, kilobytes(limits.tokenBytes.value));
}

/** An explanation for a large token; otherwise undefined. */
export function tokenNote(bytes: number): string | undefined {
  const used = kilobytes(bytes);
  const budget = kilobytes(limits.tokenBytes.value);
  switch (tokenFit(bytes)) {
    case 'reference':
      return words.tooLargeNote(used, budget);
    case 'near':
      return words.nearLimit(used, budget);
    case 'fits':
      return undefined;
  }
}
