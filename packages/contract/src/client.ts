import type * as z from 'zod';
import type { CallOf, Calls } from './calls.ts';
import type { PlannedCall } from './nouns/plan-calls.ts';
import { type CallOutline, outline } from './outline.ts';
import type { Problem } from './problem.ts';
import { problemOf } from './problem-of.ts';

export interface ClientOptions {
  /** The URL of the server without a final slash. */
  readonly baseUrl: string;
  /** Sends a request with the access token, which it may renew. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The error for a response with problem details (RFC 9457). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.title} ${problem.detail} ${problem.next}`);
    this.problem = problem;
  }
}

type Part<C, K extends 'params' | 'query' | 'body'> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : unknown;
type Control = { readonly ifMatch?: number; readonly signal?: AbortSignal };

/** The input of a call. It has only the parts that the call declares. */
export type CallInput<C> = Part<C, 'params'> & Part<C, 'query'> & Body<C> & Control;

/** A text body may also be a stream. */
type Body<C> = C extends { readonly bodyType: 'text/plain' }
  ? { readonly body: string | ReadableStream<Uint8Array> }
  : Part<C, 'body'>;

/** The result of a call: the response body, a response to read as a stream, or nothing. */
export type CallReply<C> = C extends { readonly stream: string }
  ? Response
  : C extends { readonly reply: infer S extends z.ZodType }
    ? z.output<S>
    : undefined;

type Method<C> =
  Record<never, never> extends CallInput<C>
    ? (input?: CallInput<C>) => Promise<CallReply<C>>
    : (input: CallInput<C>) => Promise<CallReply<C>>;

/**
 * A change in a plan: the input of its call. If the change creates an object, later changes can refer to the object by
 * the id in `as`.
 */
export type PlannedChange = {
  [Id in PlannedCall]: { readonly call: Id; readonly as?: string } & Omit<CallInput<CallOf<Id>>, 'query' | 'signal'>;
}[PlannedCall];

/** A typed client, used as `client.users.list({ query: { q: 'maya' } })`. */
export type Client = { readonly [N in keyof Calls]: { readonly [V in keyof Calls[N]]: Method<Calls[N][V]> } };

/**
 * Creates a typed client with all calls.
 * @throws ApiError if a call fails. Its code is `unavailable` if the server does not respond. Other errors of the given
 * `fetch` are not wrapped
 */
export function createClient(options: ClientOptions): Client {
  return Object.fromEntries(
    Object.entries(outline).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, definition]) => [
          verb,
          (input?: Sent) => send(options, definition, input ?? {}),
        ]),
      ),
    ]),
  ) as unknown as Client;
}

interface Sent extends Control {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function send({ baseUrl, fetch }: ClientOptions, definition: CallOutline, input: Sent): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json, application/problem+json, */*;q=0.1' });
  const init: RequestInit = { method: definition.method, headers };
  if (input.signal) init.signal = input.signal;
  if (input.ifMatch !== undefined) headers.set('if-match', `"${input.ifMatch}"`);
  if (definition.sends) {
    const json = definition.sends === 'json';
    headers.set('content-type', json ? 'application/json' : 'text/plain; charset=utf-8');
    init.body = json ? JSON.stringify(input.body ?? {}) : (input.body as BodyInit);
    // `half` is required for a streamed body, which is sent before the response arrives (Fetch Standard,
    // RequestDuplex).
    if (input.body instanceof ReadableStream) Object.assign(init, { duplex: 'half' });
  }
  const response = await fetch(baseUrl + addressOf(definition, input), init).catch((cause: unknown) => {
    if (input.signal?.aborted || !(cause instanceof TypeError)) throw cause;
    const silent = {
      title: 'Licet does not answer.',
      next: 'Look whether it runs and the network is there, then try again.',
    };
    const reason = { reason: 'server_unreachable', values: {} };
    throw new ApiError({ ...problemOf('unavailable', 'The request did not reach the server.', reason), ...silent });
  });
  if (!response.ok) throw new ApiError(await readProblem(response));
  if (definition.answers === 'stream') return response;
  return definition.answers === 'nothing' ? undefined : await response.json();
}

function addressOf(definition: CallOutline, { params = {}, query = {} }: Sent): string {
  const path = definition.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `/api/v1${path}${text ? `?${text}` : ''}`;
}

async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body && 'title' in body) return body as Problem;
  const { status } = response;
  const reason =
    status === 503
      ? { reason: 'unavailable_unexplained', values: {} }
      : { reason: 'failure_unexplained', values: { status } };
  // Copies of the catalogue's sentences, because bundles of front ends do not include the catalogue.
  return problemOf(
    status === 503 ? 'unavailable' : 'internal',
    `The server answered ${status} without saying why.`,
    reason,
  );
}

/**
 * Yields the objects of an NDJSON response as they arrive.
 * @throws if the connection breaks
 */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Line;
      if (done) return;
    }
  } finally {
    // If the caller stops early, cancel the download.
    await reader.cancel().catch(() => undefined);
  }
}
