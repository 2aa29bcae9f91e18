import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** The properties of a call that are needed to send it. Schemas and texts are omitted. */
export interface CallOutline {
  readonly method: Call['method'];
  readonly path: string;
  /** The type of the request body, if the call has one. */
  readonly sends?: 'json' | 'text';
  readonly answers: 'json' | 'stream' | 'nothing';
  /** True if the call can be read at another time (`at`). */
  readonly takesInstant?: true;
}

/**
 * The outlines of all calls, by noun and verb. The console's build replaces this file by its value, so that the
 * browser does not load the contract's schemas.
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
