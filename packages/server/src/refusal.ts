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

/** Refuses: throws a {@link Refusal}. `detail` is a sentence with names, as the reader knows them; the log has the `cause`. */
export function refuse(code: ErrorCode, detail: string, extras: ProblemExtras = {}, cause?: unknown): never {
  throw new Refusal(problemOf(code, detail, extras), cause);
}

/** The problem that a stream says in its last line. @throws the error itself where its cause belongs into the log: the stream's edge says both */
export function problemForStream(error: unknown): Problem {
  if (error instanceof Refusal && error.problem.status < 500) return error.problem;
  throw error;
}
