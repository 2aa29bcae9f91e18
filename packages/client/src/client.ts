import { createApiFetch } from './api-fetch.ts';
import { createClock } from './clock.ts';
import { LicetError } from './error.ts';
import { kit } from './kit.ts';
import { createLists } from './lists.ts';
import type { LiveEvent, LiveParts } from './live.ts';
import { createProver, keyPair } from './proof.ts';
import { createProvider, type Provider } from './provider.ts';
import { createRenewal, type Renewal } from './renewal.ts';
import { createSession, type Session } from './session.ts';
import { type LicetOptions, type Settings, settingsOf } from './settings.ts';
import { type Listeners, listeners } from './source.ts';
import { errorOf, start } from './start.ts';
import { adoptTokens, endSession, joinTabs, shareTokens, takeMessage } from './tabs.ts';
import { createTokenStore, numberOf } from './tokens.ts';
import { onWake } from './waiting.ts';

/** The parts of a client in this tab. */
export interface Client {
  readonly settings: Settings;
  readonly session: Session;
  readonly provider: Provider;
  /** Binds a `fetch` to the current user. */
  readonly fetch: () => typeof fetch;
  /** Seconds since the epoch by Licet's clock. */
  readonly now: () => number;
  readonly renew: () => Promise<void>;
  /** Emits the events of the live stream, even if another tab has opened the stream. */
  readonly events: Listeners<[LiveEvent]>;
  /** Deletes the tokens, here and in the other tabs. */
  readonly end: () => void;
  readonly close: () => void;
}

/**
 * Starts a client. If the URL contains the response to a sign-in, completes the sign-in. Otherwise, restores the
 * tokens of this tab or of another tab.
 */
export const openClient = (options: LicetOptions): Client => {
  const settings = settingsOf(options);
  const { name, issuer, storage } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const clock = createClock();
  let pair: Promise<CryptoKeyPair> | undefined;
  const prover = createProver(() => {
    pair ??= keyPair(name);
    return pair;
  }, clock);
  const provider = createProvider(settings, prover, clock);
  const store = createTokenStore(storage, name);
  const session = createSession({ store, lists: createLists(issuer, prover), clock, signal, renew: () => renew() });
  const events = listeners<[LiveEvent]>();
  const tabs = joinTabs(name, (message) => takeMessage(parts, message), signal);
  const parts = { settings, signal, prover, provider, store, session, events, tabs };
  const work = () => renewTokens(parts);
  const { renew, soon } = createRenewal({ session, clock, signal, name: `${name} renewal`, work });
  if (settings.live) {
    const onEvent = (event: LiveEvent) => takeLiveEvent(parts, soon, event);
    const live = { session, prover, issuer, name: `${name} live`, signal, renew, onChanged: renew, onEvent, kit };
    liveOnceSignedIn(live);
  }
  start({ ...parts, renew }).catch((error) => session.end(errorOf(error)));
  // Another tab may have renewed the tokens or signed out while this tab slept.
  const followStore = () => {
    const stored = store.read();
    if (stored) void adoptTokens(session, prover, stored);
    else if (session.tokens()) session.end();
  };
  if (storage === 'local') signal.addEventListener('abort', onWake(followStore));
  return {
    settings,
    session,
    provider,
    fetch: createApiFetch({ session, prover, clock, renew, origins: settings.origins }),
    now: clock.now,
    renew,
    events,
    end: () => endSession(session, tabs),
    close: () => stopping.abort(),
  };
};

type Parts = Parameters<typeof takeMessage>[0];

/**
 * Exchanges the refresh token for new tokens, and shares them with the other tabs. If Licet refuses the refresh
 * token, ends the session.
 * @throws LicetError if there is no response
 */
const renewTokens = async (
  parts: Parts & { readonly provider: Provider; readonly signal: AbortSignal },
): Promise<void> => {
  const { provider, session, tabs, signal } = parts;
  const before = session.tokens();
  if (!before) return;
  const outcome = await provider
    .trade({ grant_type: 'refresh_token', refresh_token: before.refresh }, { sub: session.claims().sub })
    .catch(errorOf);
  // The user has signed out or signed in again meanwhile, so discard the result.
  if (session.tokens() !== before || signal.aborted) return;
  if (!(outcome instanceof LicetError)) shareTokens(session, tabs, outcome);
  else if (/^(session_ended|answer_invalid)$/.test(outcome.code)) endSession(session, tabs, outcome);
  else throw outcome;
};

/** Loads the live stream when a user is signed in. After a failure, tries again with the next token. */
const liveOnceSignedIn = (parts: LiveParts): void => {
  const { session } = parts;
  let wanted = true;
  let since: unknown;
  session.onTokens(() => {
    if (!session.tokens()) return;
    since ??= session.claims().ver;
    if (!wanted) return;
    wanted = false;
    import('./live.ts').then(
      ({ startLive }) => startLive({ ...parts, since }),
      () => {
        wanted = true;
      },
    );
  });
};

/**
 * Handles an event of this tab's live stream. The event `version` causes a renewal. All other events are passed to the
 * listeners in all tabs.
 */
const takeLiveEvent = ({ session, events, tabs }: Parts, soon: Renewal['soon'], event: LiveEvent): void => {
  const { ver, wait } = { ...(event.data as Record<string, unknown>) };
  if (event.event === 'version') {
    // The access can change without a new version, because a grant began or ended.
    if (numberOf(ver) >= numberOf(session.claims().ver)) soon(numberOf(wait));
  } else {
    events.tell(event);
    tabs.tell(event);
  }
};
