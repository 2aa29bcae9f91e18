import { limits } from '@licet/contract';
import { formatNumber } from '../../ui/format.ts';
import { accessWords } from './access-words.ts';

/** How a token's size stands against what servers take. */
export type TokenFit = 'fits' | 'near' | 'reference';

/** `fits`, `near` the budget, or carried by `reference`. */
export function tokenFit(bytes: number): TokenFit {
  if (bytes > limits.tokenBytes.value) return 'reference';
  return bytes > limits.tokenWarnBytes.value ? 'near' : 'fits';
}

/** Bytes as kB, one decimal below ten: "0.6", "403". */
export function kilobytes(bytes: number): string {
  const value = bytes / 1024;
  return formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** "token 0.6 of 6 kB", or "403 kB, fetched by reference". */
export function tokenWords(bytes: number): string {
  const used = kilobytes(bytes);
  return tokenFit(bytes) === 'reference'
    ? accessWords.tooLarge(used)
    : accessWords.token(used, kilobytes(limits.tokenBytes.value));
}

/** The sentence that explains a token that is large, if it is. */
export function tokenNote(bytes: number): string | undefined {
  const used = kilobytes(bytes);
  const budget = kilobytes(limits.tokenBytes.value);
  switch (tokenFit(bytes)) {
    case 'reference':
      return accessWords.tooLargeNote(used, budget);
    case 'near':
      return accessWords.nearLimit(used, budget);
    case 'fits':
      return undefined;
  }
}
