import { linesOf as readLines } from '@licet/contract/client';

/** Yields the objects of a JSON lines response. @throws Error if the connection breaks in the middle */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  try {
    yield* readLines<Line>(response);
  } catch {
    throw new Error(brokenOff);
  }
}

/** The result is unknown then: the server may have stopped before or after it had finished. */
export const brokenOff =
  'The connection to the server broke before it reported the result. The audit log shows whether it was done; running this again adds only what is missing.';
