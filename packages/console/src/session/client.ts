import { LicetError } from '@licet/client';
import { errorCatalogue } from '@licet/contract';
import { ApiError, type Client, createClient } from '@licet/contract/client';
import { type CallOutline, outline } from '@licet/contract/outline';
import { asOf } from './as-of.ts';
import { licet } from './licet.ts';
import { unattendedHeader } from './presence.ts';
import { heldUser } from './sign-in-state.ts';
import { untilSignedIn } from './until-signed-in.ts';

/**
 * Adapts the client to the shown instant:
 * - Calls that accept an instant receive it.
 * - Calls that change data are refused before they are sent.
 * - All other calls return the present.
 */
function askAsOf(client: Client): Client {
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
    // The audit log takes the instant as the end of its period.
    return ask({ ...input, query: { [isLog ? 'to' : 'at']: at, ...input?.query } });
  };
}

/** The first user of the page. The page reloads for another one (app/signed-in-frame.tsx). */
let owner: string | undefined;

const ask: typeof fetch = async (url, init = {}) => {
  // The state can change again before the waiting call continues.
  do await untilSignedIn(licet, init.signal ?? undefined);
  while (licet.current().status !== 'held');
  const user = heldUser();
  owner ??= user;
  // If another user signed in while the call waited, refuse it: a change that the first user confirmed must not be made
  // in the name of another one.
  if (user !== owner)
    throw new LicetError('signed_out', { title: 'Another user has signed in.', next: 'Reload the page.' });
  try {
    const headers = new Headers(init.headers);
    const unattended = unattendedHeader();
    if (unattended) headers.set(...unattended);
    return await licet.fetch(url, { ...init, headers });
  } catch (error) {
    // The session ended during the call, perhaps in another tab. Repeat a GET request after the next sign-in.
    const isSignedOut = error instanceof LicetError && error.code === 'signed_out' && licet.current().status !== 'held';
    if (isSignedOut && (init.method ?? 'GET') === 'GET') return ask(url, init);
    // Convert an unreachable network to the error that the contract's client expects.
    if (error instanceof LicetError && error.code === 'unreachable')
      throw new TypeError(error.message, { cause: error });
    throw error;
  }
};

/**
 * The API client of the signed-in user. While no user is signed in, calls wait: a cover hides the screen until a user
 * signs in or the page is left.
 */
export const client = askAsOf(
  createClient({
    baseUrl: '',
    fetch: ask,
  }),
);
