import type { FieldError } from '@licet/contract';
import { reasons } from './shown.ts';

/** A sentence that the server found, in the reader's language; the server's own if it has no reason that this page knows. */
export function ownSentence(english: string, { reason, values }: Pick<FieldError, 'reason' | 'values'>): string {
  return (reason === undefined ? undefined : reasons.sentence(undefined, reason, values ?? {})) ?? english;
}
