import { errorCatalogue } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import { type CallOutline, outline } from '@licet/contract/outline';
import { asOf } from './as-of.ts';

/**
 * Wraps the client for the shown instant: calls that take an instant get it, and calls that change something are
 * refused before they are sent. Other calls stay calls about the present.
 */
export function askAsOf(client: Client): Client {
  return Object.fromEntries(
    Object.entries(client).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, ask]) => [verb, wrapped(outline[noun]?.[verb], ask as Ask)]),
      ),
    ]),
  ) as unknown as Client;
}

type Ask = (input?: { readonly query?: object }) => Promise<unknown>;

function wrapped(call: CallOutline | undefined, ask: Ask): Ask {
  if (!call) return ask;
  const { method, path, takesInstant } = call;
  const isLog = call === outline.audit?.list;
  const changes = method !== 'GET' && !path.startsWith('/me') && path !== '/plans';
  if (!takesInstant && !changes && !isLog) return ask;
  return async (input) => {
    const at = asOf.current();
    if (at === undefined) return ask(input);
    if (changes)
      throw new ApiError({
        type: 'about:blank',
        code: 'not_as_of',
        detail: 'The console looks at another time than now.',
        ...errorCatalogue.not_as_of,
      });
    // The log takes the instant as its end.
    return ask({ ...input, query: { [isLog ? 'to' : 'at']: at, ...input?.query } });
  };
}
