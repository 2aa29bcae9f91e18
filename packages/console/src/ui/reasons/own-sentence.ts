import type { FieldError } from '@licet/contract';
import { reasons } from './shown.ts';

/** A finding in the reader's language. If this page does not know the reason, the server's English sentence. */
export function ownSentence(english: string, { reason, values }: Pick<FieldError, 'reason' | 'values'>): string {
  return (reason === undefined ? undefined : reasons.sentence(undefined, reason, values ?? {})) ?? english;
}
