import { type ErrorCode, type Problem, type ProblemExtras, problemOf } from '@licet/contract';

/** Something was refused, with a code of the error catalogue. `message` says what happened, to what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Refuses: throws a {@link Refusal}. `detail` is a sentence with names, as the reader knows them. */
export function refuse(code: ErrorCode, detail: string, extras: ProblemExtras = {}): never {
  throw new Refusal(problemOf(code, detail, extras));
}
