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
    // The session has ended under it, by another tab perhaps: what only reads waits for the next one.
    if (error instanceof LicetError && error.code === 'signed_out' && (init.method ?? 'GET') === 'GET')
      return ask(url, init);
    // A network that is away, in the terms of the contract's client.
    if (error instanceof LicetError && error.code === 'unreachable')
      throw new TypeError(error.message, { cause: error });
    throw error;
  }
};

/**
 * The API, as the person who is signed in. While nobody is, calls wait: the screen is covered until somebody signs in, or the
 * page is left.
 */
export const client = askAsOf(
  createClient({
    baseUrl: '',
    fetch: ask,
  }),
);
