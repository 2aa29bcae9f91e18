import { LicetError } from '@licet/client';
import { createClient } from '@licet/contract/client';
import { askAsOf } from './ask-as-of.ts';
import { licet } from './licet.ts';
import { unattendedHeader } from './presence.ts';
import { untilSignedIn } from './until-signed-in.ts';

const ask: typeof fetch = async (url, init = {}) => {
  await untilSignedIn(licet, init.signal ?? undefined);
  try {
    const headers = new Headers(init.headers);
    const unattended = unattendedHeader();
    if (unattended) headers.set(...unattended);
    return await licet.fetch(url, { ...init, headers });
  } catch (error) {
    // The session ended during the call, perhaps in another tab: a call that only reads waits for the next session.
    if (error instanceof LicetError && error.code === 'signed_out' && (init.method ?? 'GET') === 'GET')
      return ask(url, init);
    // An unreachable network, as the error that the contract's client expects.
    if (error instanceof LicetError && error.code === 'unreachable')
      throw new TypeError(error.message, { cause: error });
    throw error;
  }
};

/**
 * The API, as the signed-in user. Without one, calls wait: the screen is covered until a user signs in or leaves the
 * page.
 */
export const client = askAsOf(
  createClient({
    baseUrl: '',
    fetch: ask,
  }),
);
