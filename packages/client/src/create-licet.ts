import type { Calls } from './calls.ts';
import { type Client, openClient } from './client.ts';
import { LicetError, loaded, problemOf } from './error.ts';
import { kit } from './kit.ts';
import type { LicetOptions } from './settings.ts';
import { type AccessSource, type ExplainingSource, listeners, type Profile, type SignInState } from './source.ts';
import { payloadOf } from './tokens.ts';

/**
 * The sign-in with Licet in this browser. It is a source for `createAccess` and for `AccessProvider` of
 * `@licet/react`.
 */
export interface Licet extends Required<AccessSource> {
  readonly explain: ExplainingSource;
  /**
   * A `fetch` that sends the access token and a proof of possession (RFC 9449), without cookies. It calls only Licet
   * and the origins of `apis`. It waits until the sign-in state is known, and renews a token that is about to expire.
   * It retries once if the server reports an expired token, and once if the server requires a nonce. If another user
   * signs in while it waits, it sends nothing.
   * @throws LicetError `signed_out`, `origin_not_listed`, `unreachable`, or `redirected` unless the request has
   * `redirect: 'manual'`
   * @example
   * import type { Licet } from '@licet/client';
   *
   * async function invoices(licet: Licet): Promise<unknown> {
   *   const response = await licet.fetch('/api/invoices');
   *   return response.json();
   * }
   */
  readonly fetch: typeof fetch;
  /**
   * The profile of the signed-in user; undefined if no user is signed in.
   * @example
   * import type { Licet } from '@licet/client';
   *
   * const greeting = (licet: Licet) => `Hello, ${licet.profile()?.name ?? 'stranger'}`;
   */
  readonly profile: () => Profile | undefined;
  /**
   * Calls the listener with the number of each change in Licet. This works only with a token for Licet itself.
   * @returns a function that ends the subscription
   */
  readonly onChange: (listener: (no: number) => void) => () => void;
  /** Ends the timers, the live stream and the connection to other tabs. The user stays signed in. */
  readonly close: () => void;
}

/**
 * Signs the user in with Licet and keeps the access token. The token is bound to a key of this browser, and all tabs
 * share it. It is renewed before it expires and when the access changes.
 *
 * The client starts at its first use. On a server it never starts, and the status stays `loading`.
 *
 * @throws TypeError if `issuer`, `clientId` or `audience` is missing
 * @example
 * import { createAccess, createLicet } from '@licet/client';
 *
 * const licet = createLicet({
 *   issuer: 'https://id.example',
 *   clientId: '01980f3e-6b1c-7c55-9c8f-0d3c7e1f2a4b',
 *   audience: 'ledger',
 * });
 * const access = createAccess(licet);
 * access.subscribe(() => {
 *   document.body.hidden = !access.can('invoices.read');
 * });
 * document.querySelector('#sign-in')?.addEventListener('click', () => licet.signIn());
 */
export const createLicet = (options: LicetOptions): Licet => {
  // These options often come from environment variables. A missing variable is undefined at run time, although its
  // type is string.
  for (const name of ['issuer', 'clientId', 'audience'] as const)
    if (!options[name]) throw new TypeError(`“${name}” is missing. Give it to createLicet.`);
  const issuer = options.issuer.replace(/\/$/, '');
  const decided = listeners<[string]>();
  const changes = listeners<[number]>();
  let opened: Client | undefined;
  const open = (): Client => {
    if (!inBrowser())
      throw new LicetError('no_browser', { title: 'Signing in needs a browser.', next: 'Call it from the page.' });
    if (!opened) {
      opened = openClient(options);
      opened.events.add(({ event, data }) => {
        const { id, no } = { ...(data as { id?: unknown; no?: unknown }) };
        if (event === 'request' && typeof id === 'string') decided.tell(id);
        if (event === 'change' && typeof no === 'number') changes.tell(no);
      });
    }
    return opened;
  };
  const call = <Name extends keyof Calls>(name: Name): Calls[Name] =>
    (async (...given: readonly never[]) => {
      const fetch = open().fetch();
      const { createCalls } = await loaded(import('./calls.ts'));
      const calls = createCalls({ audience: options.audience, issuer, fetch, problemOf });
      return (calls[name] as (...values: readonly never[]) => unknown)(...given);
    }) as Calls[Name];
  return {
    current: () => (inBrowser() ? open().session.current() : loading),
    subscribe: (listener) => (inBrowser() ? open().session.subscribe(listener) : () => {}),
    now: () => (opened ? opened.now() : Date.now() / 1000),
    signIn: async (how = {}) => {
      const { settings, provider, session } = open();
      try {
        const { beginSignIn } = await loaded(import('./redirects.ts'));
        await beginSignIn({ settings, provider, how, kit });
      } catch (error) {
        if (error instanceof LicetError && !session.tokens()) session.end(error);
        throw error;
      }
    },
    signOut: async () => {
      const { settings, provider, session, end } = open();
      const id = session.tokens()?.id;
      end();
      const { beginSignOut } = await loaded(import('./redirects.ts'));
      await beginSignOut(settings, provider, id);
    },
    refresh: async () => {
      const { session, renew } = open();
      await session.known();
      await renew();
    },
    fetch: async (input, init) => open().fetch()(input, init),
    profile: () => {
      const tokens = inBrowser() && open().session.tokens();
      if (!tokens) return undefined;
      const claims = Object.entries(payloadOf(tokens.id)).filter(
        ([name, claim]) => /^(sub|(preferred_user)?name|email|picture)$/.test(name) && typeof claim === 'string',
      );
      return Object.fromEntries(claims) as unknown as Profile;
    },
    explain: {
      consoleUrl: issuer,
      onDecided: decided.add,
      decision: call('decision'),
      decisions: call('decisions'),
      ask: call('ask'),
      withdraw: call('withdraw'),
      comments: call('comments'),
      comment: call('comment'),
      takeAtOnce: call('takeAtOnce'),
      offersAtOnce: call('offersAtOnce'),
      catalogue: call('catalogue'),
    },
    onChange: changes.add,
    close: () => opened?.close(),
  };
};

const inBrowser = () => typeof window !== 'undefined';
const loading: SignInState = { status: 'loading' };
