/** The lines of a stream of JSON objects. @throws Error in a sentence when the connection breaks in the middle */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  if (!response.body) return;
  let rest = '';
  for await (const chunk of untilItBreaks(response.body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Line;
  }
}

async function* untilItBreaks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch {
    throw new Error(brokenOff);
  }
}

/** What came of the work is not known then: the server may have ended before it was done, or after. */
export const brokenOff =
  'The connection to the server broke before it reported the result. The audit log shows whether it was done; running this again adds only what is missing.';
