import type { Problem } from '@licet/contract';
import { printable } from './printable.ts';

/**
 * A problem for a terminal: what happened to what, and on the next line what to do. The catalogue's title is used only
 * if nothing more is known. Its words about lists and fields, which only screens and programs have, are left out.
 */
export function problemText({ code, title, detail, next, errors = [] }: Problem, withCode = false): string {
  const happened = `${detail || title}${withCode ? ` (${code})` : ''}`;
  const todo = errors.length > 0 ? (ofLines.get(code) ?? '') : (ofOperators.get(code) ?? next);
  return printable(todo === '' ? `${happened}\n` : `${happened}\n${todo}\n`);
}

/** Codes whose text in the catalogue is for users who sign in, not for a terminal. */
const ofOperators = new Map([
  ['not_found', ''],
  ['provider_unreachable', 'Try again in a moment.'],
  ['provider_wrong', ''],
]);

const ofLines = new Map([
  ['import_rejected', 'Nothing was changed. Correct what is named above, and import it again.'],
  ['invalid_request', 'Correct what is named above.'],
]);
