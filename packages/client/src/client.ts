import { createApiFetch } from './apiFetch.ts';
import { createClock } from './clock.ts';
import { LicetError } from './error.ts';
import { numberOf, payloadOf } from './jwt.ts';
import { keyPair } from './key.ts';
import { type Listeners, listeners } from './listeners.ts';
import { createLists } from './lists.ts';
import { startLive } from './live.ts';
import type { LiveEvent } from './live-events.ts';
import { createProver } from './proof.ts';
import { createProvider, isBound, type Provider } from './provider.ts';
import { createRenewal } from './renewal.ts';
import { createSession, expiryOf, type Session } from './session.ts';
import { type LicetOptions, type Settings, settingsOf } from './settings.ts';
import { completeSignIn, takeAnswer } from './signIn.ts';
import { joinTabs } from './tabs.ts';
import { createTokenStore, type Tokens, tokensIn } from './tokens.ts';
import { onWake } from './waiting.ts';

/** A client that runs in this tab. */
export interface Client {
  readonly settings: Settings;
  readonly session: Session;
  readonly provider: Provider;
  readonly fetch: typeof fetch;
  /** Seconds since the epoch by Licet's clock. */
  readonly now: () => number;
  readonly renew: () => Promise<void>;
  /** Events of the live stream, whichever tab holds it. */
  readonly events: Listeners<[LiveEvent]>;
  /** Forgets the tokens, here and in the other tabs. */
  readonly end: () => void;
  readonly close: () => void;
}

/** Starts a client: ends a sign-in that the address tells of, else takes up what this tab or another one has kept. */
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

  const hear = async (message: Partial<Record<string, unknown>>) => {
    const held = session.tokens();
    if (message.ask && held) tabs.tell({ tokens: held });
    if (message.tokens) await adopt(tokensIn(message.tokens));
    if (held && 'ended' in message && message.ended === session.claims().sid)
      session.end({
        code: String(message.code ?? 'signed_out_elsewhere'),
        message: String(message.reason ?? 'You signed out in another tab.'),
      });
    if (typeof message.event === 'string') events.tell({ event: message.event, data: message.data });
  };
  const tabs = joinTabs(name, hear, signal);
  /** Takes tokens that another tab has told or kept, when they are newer than our own and bound to our key. */
  const adopt = async (tokens: Tokens | undefined) => {
    const newer = () =>
      tokens &&
      tokens.access !== session.tokens()?.access &&
      numberOf(payloadOf(tokens.access).iat) >= numberOf(session.claims().iat);
    if (tokens && newer() && (await isBound(tokens, prover.thumbprint)) && newer()) session.take(tokens);
  };
  const take = (tokens: Tokens) => {
    session.take(tokens);
    tabs.tell({ tokens });
  };
  const end = (reason?: LicetError) => {
    const { sid } = session.claims();
    session.end(reason);
    if (sid) tabs.tell({ ended: sid, ...(reason && { code: reason.code, reason: reason.message }) });
  };

  const { renew, soon } = createRenewal({
    session,
    clock,
    signal,
    name: `${name} renewal`,
    work: async () => {
      const before = session.tokens();
      if (!before) return;
      const outcome = await provider
        .trade({ grant_type: 'refresh_token', refresh_token: before.refresh }, { sub: session.claims().sub })
        .catch(errorOf);
      // Signed out, or in anew, in the meantime: what has come is of no use.
      if (session.tokens() !== before || signal.aborted) return;
      if (!(outcome instanceof LicetError)) take(outcome);
      else if (/^(session_ended|answer_invalid)$/.test(outcome.code)) end(outcome);
      else throw outcome;
    },
  });

  if (settings.live)
    startLive({
      session,
      prover,
      issuer,
      name: `${name} live`,
      signal,
      renew,
      onChanged: renew,
      onEvent: (told) => {
        const { ver, wait } = { ...(told.data as Record<string, unknown>) };
        if (told.event === 'version') {
          // The same number when it is time that has changed the access, by a grant that began or ended.
          if (numberOf(ver) >= numberOf(session.claims().ver)) soon(numberOf(wait));
        } else {
          events.tell(told);
          tabs.tell(told);
        }
      },
    });

  const begin = async (): Promise<unknown> => {
    const answer = takeAnswer(settings);
    let failure: LicetError | undefined;
    if (answer) {
      const outcome = await completeSignIn(settings, provider, answer).catch(errorOf);
      if (!(outcome instanceof LicetError)) return take(outcome);
      failure = outcome;
    }
    const kept = store.read();
    if (kept) {
      // Shown at once, so that a reload does not blink; then looked at. What has run out is shown only if it cannot be renewed,
      // what is bound to no key never.
      const claims = payloadOf(kept.access);
      const runsOut = expiryOf(claims) <= Date.now() / 1000 + kept.offset;
      session.take(kept, runsOut || !claims.cnf ? 'unseen' : undefined);
      if (!(await isBound(kept, prover.thumbprint))) return session.tokens() === kept && session.end();
      return runsOut && renew().catch(session.show);
    }
    if (storage !== 'local') {
      tabs.tell({ ask: true });
      await new Promise((resolve) => setTimeout(resolve, asking));
    }
    return session.tokens() || session.current().status !== 'loading' || session.end(failure);
  };
  begin().catch((error) => session.end(errorOf(error)));
  if (storage === 'local')
    signal.addEventListener(
      'abort',
      onWake(() => {
        const kept = store.read();
        if (kept) void adopt(kept);
        else if (session.tokens()) session.end();
      }),
    );

  return {
    settings,
    session,
    provider,
    fetch: createApiFetch({ session, prover, clock, renew, origins: settings.origins }),
    now: clock.now,
    renew,
    events,
    end: () => end(),
    close: () => stopping.abort(),
  };
};

/** How long another tab may take to answer, in ms. */
const asking = 250;

const errorOf = (error: unknown): LicetError =>
  error instanceof LicetError
    ? error
    : new LicetError('sign_in_refused', { title: 'Signing in failed.', detail: String(error), next: 'Sign in again.' });
