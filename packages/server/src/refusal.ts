import { type ErrorCode, type Problem, type ProblemExtras, problemOf } from '@licet/contract';

/** Something was refused, with a code of the error catalogue. `message` says what happened, to what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, cause === undefined ? {} : { cause });
    this.problem = problem;
  }
}

/** Throws a {@link Refusal}. `detail` is a sentence with names that the reader knows; the `cause` goes to the log. */
export function refuse(code: ErrorCode, detail: string, extras: ProblemExtras = {}, cause?: unknown): never {
  throw new Refusal(problemOf(code, detail, extras), cause);
}

/** The problem for the last line of a stream. @throws the error itself if its cause belongs in the log: the caller then logs it and writes the line */
export function problemForStream(error: unknown): Problem {
  if (error instanceof Refusal && error.problem.status < 500) return error.problem;
  throw error;
}
