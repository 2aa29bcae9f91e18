import { limits } from '@licet/contract';
import type { KindsOf, ReasonOf, ValuesOf } from '@licet/contract/reasons';
import { problemWith, Refusal } from './refusal.ts';

/** The refusal `malformed_body`, for text that is not JSON or has more levels or values than any call accepts. */
export class JsonError<Name extends ReasonOf<'malformed_body'> = ReasonOf<'malformed_body'>> extends Refusal {
  constructor(reason: Name, values: ValuesOf<KindsOf<'malformed_body', Name>>) {
    super(problemWith('malformed_body', reason, values));
  }
}

/**
 * Parses JSON from any client. Counts depth and values first, because nesting and many small values cost a parser more than text of the
 * same size.
 * @throws JsonError
 */
export function parseJson(text: string): unknown {
  requireBounded(text);
  try {
    return suspicious.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    throw new JsonError('not_json', {});
  }
}

// A field `__proto__` is dangerous: code that copies fields would drop it, but code that reads fields would see it.
const suspicious = /__proto__|\\u00/i;
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new JsonError('json_prototype', {});
  return value;
}

/** Returns the index of the closing quote of a string that begins at `start`, or of the end of the text. */
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
    if (depth > limits.jsonDepth.value) throw new JsonError('json_too_deep', { most: limits.jsonDepth.value });
    if (values > limits.jsonValues.value)
      throw new JsonError('json_too_many_values', { most: limits.jsonValues.value });
  }
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
