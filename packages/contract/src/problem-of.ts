import { type ErrorCode, errorCatalogue } from './errors.ts';
import type { Problem, ProblemExtras } from './problem.ts';

/**
 * Creates the problem of a code. `detail` says what happened, and to what. The title and the next step come from the
 * catalogue.
 */
export function problemOf(code: ErrorCode, detail: string, extras: ProblemExtras = {}): Problem {
  const { status, title, next } = errorCatalogue[code];
  return { type: `urn:licet:error:${code}`, code, status, title, detail, next, ...extras };
}
