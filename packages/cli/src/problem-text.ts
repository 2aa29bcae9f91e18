import type { Problem } from '@licet/contract';
import { printable } from './printable.ts';

/**
 * A problem as a terminal says it: what happened to what, and on a line of its own what to do. The catalogue's title stands only where
 * nothing more is said, and its words about lists and fields, which only screens and programs have, not at all.
 */
export function problemText({ code, title, detail, next, errors = [] }: Problem, withCode = false): string {
  const happened = `${detail || title}${withCode ? ` (${code})` : ''}`;
  const todo = errors.length > 0 ? (ofLines.get(code) ?? '') : (ofOperators.get(code) ?? next);
  return printable(todo === '' ? `${happened}\n` : `${happened}\n${todo}\n`);
}

/** What the catalogue says to people who sign in, or not for a terminal. */
const ofOperators = new Map([
  ['not_found', ''],
  ['provider_unreachable', 'Try again in a moment.'],
  ['provider_wrong', ''],
]);

const ofLines = new Map([
  ['import_rejected', 'Nothing was changed. Correct what is named above, and import it again.'],
  ['invalid_request', 'Correct what is named above.'],
]);
