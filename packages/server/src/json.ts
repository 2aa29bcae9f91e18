import { limits } from '@licet/contract';

/** A text is no JSON, or more deeply nested, or of more values, than any call takes. `at` is where that shows. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads JSON that anybody may have written. Depth and number of values are counted before it is parsed: a parser spends more on
 * nesting and on many small values than on the same bytes of text.
 * @throws JsonError
 */
export function parseJson(text: string): unknown {
  requireBounded(text);
  try {
    return suspicious.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    const at = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw new JsonError('That is not JSON.', at === undefined ? text.length : Number(at));
  }
}

// A field of that name would be left aside by whoever copies fields, and seen by whoever looks for one.
const suspicious = /__proto__|\\u00/i;
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new JsonError('It has a field named __proto__.', 0);
  return value;
}

/** Where a string ends that begins at a quote: the place of its last quote, or of the text's end when it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function requireBounded(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
    } else if (code === closeList || code === closeObject) depth -= 1;
    else if (code === comma) values += 1;
    if (depth > limits.jsonDepth.value)
      throw new JsonError(`It is nested more than ${limits.jsonDepth.value} deep.`, at);
    if (values > limits.jsonValues.value)
      throw new JsonError(`It has more than ${limits.jsonValues.value} values.`, at);
  }
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
