import type { Problem } from '@licet/contract';

/** A problem that the server sent as a line of a stream. */
export class StreamProblem extends Error {
  override readonly name = 'StreamProblem';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}
