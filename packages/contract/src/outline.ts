import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** What a caller needs to know of a call to send it: no schemas, no texts. */
export interface CallOutline {
  readonly method: Call['method'];
  readonly path: string;
  /** The type of the body, for calls that take one. */
  readonly sends?: 'json' | 'text';
  readonly answers: 'json' | 'stream' | 'nothing';
  /** Whether it can be read as of an instant (`at`). */
  readonly takesInstant?: true;
}

/**
 * Every call in outline, by noun and verb. It is plain data, so that a browser can have it without the contract's
 * schemas: the console's build replaces this file by the value.
 */
export const outline: Readonly<Record<string, Readonly<Record<string, CallOutline>>>> = Object.fromEntries(
  Object.entries(calls).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(Object.entries(verbs).map(([verb, definition]) => [verb, outlineOf(definition)])),
  ]),
);

function outlineOf({ method, path, query, body, bodyType, stream, status }: Call): CallOutline {
  return {
    method,
    path,
    ...(body && { sends: bodyType === 'text/plain' ? 'text' : 'json' }),
    answers: stream ? 'stream' : status === 204 || status === 202 ? 'nothing' : 'json',
    ...(query && 'shape' in query && 'at' in (query.shape as object) && { takesInstant: true }),
  };
}
