import { type Call, calls, errorCatalogue } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import { asOf } from './as-of.ts';

/**
 * The same client, as of the instant that the console looks at: each call that can be asked about another time is, and what changes something is
 * refused before it is sent. What is of now alone stays so.
 */
export function askAsOf(client: Client): Client {
  return Object.fromEntries(
    Object.entries(client).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(Object.entries(verbs).map(([verb, ask]) => [verb, wrapped(callOf(noun, verb), ask as Ask)])),
    ]),
  ) as unknown as Client;
}

type Ask = (input?: { readonly query?: object }) => Promise<unknown>;

const callOf = (noun: string, verb: string): Call =>
  (calls as unknown as Record<string, Record<string, Call>>)[noun]?.[verb] as Call;

function wrapped({ method, query, path }: Call, ask: Ask): Ask {
  const isLog = path === calls.audit.list.path && method === 'GET';
  const takesInstant = query !== undefined && 'shape' in query && 'at' in (query.shape as object);
  const changes = method !== 'GET' && !path.startsWith('/me') && path !== '/plans';
  if (!takesInstant && !changes && !isLog) return ask;
  return async (input) => {
    const at = asOf.current();
    if (at === undefined) return ask(input);
    if (changes)
      throw new ApiError({
        ...{ type: 'about:blank', code: 'not_as_of', detail: 'The console looks at another time than now.' },
        ...errorCatalogue.not_as_of,
      });
    // Of the log that is known what had happened by then.
    return ask({ ...input, query: { [isLog ? 'to' : 'at']: at, ...input?.query } });
  };
}
