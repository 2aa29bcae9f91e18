import type { FieldError } from '@licet/contract';
import { reasons } from './shown.ts';

/**
 * A finding of the server in the reader's language; the server's own sentence if this page does not know its reason.
 */
export function ownSentence(english: string, { reason, values }: Pick<FieldError, 'reason' | 'values'>): string {
  return (reason === undefined ? undefined : reasons.sentence(undefined, reason, values ?? {})) ?? english;
}
