import type { Clock } from './clock.ts';
import type { Session } from './session.ts';
import { type Claims, numberOf } from './tokens.ts';
import { backOff, onWake, pause } from './waiting.ts';

/** Renews the tokens before they expire. */
export interface Renewal {
  /**
   * Renews the tokens now. At most one renewal runs in the browser, and all callers in this tab share it. Does
   * nothing if another tab has renewed the tokens meanwhile.
   * @throws errors of `work`
   */
  readonly renew: () => Promise<void>;
  /**
   * Renews the tokens after `wait` ms, unless they are renewed earlier. Keeps at least `resting` seconds between
   * two renewals.
   */
  readonly soon: (wait: number) => void;
}

export interface RenewalParts {
  readonly session: Session;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The name of the lock that all tabs share. */
  readonly name: string;
  /** Exchanges the refresh token for new tokens. */
  readonly work: () => Promise<void>;
}

export const createRenewal = ({ session, clock, signal, name, work }: RenewalParts): Renewal => {
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expiry: number | undefined;
  let due = 0;
  let renewed = 0;
  let failures = 0;

  const renew = () => {
    running ??= oneAtATime(name, session, signal, work).finally(() => {
      running = undefined;
    });
    return running;
  };
  const watch = () => {
    clearTimeout(timer);
    if (!session.tokens() || signal.aborted) return;
    const left = (due - clock.now()) * 1000;
    // Wait at most `longest`. Timers stop while the machine sleeps, and fire immediately if the delay exceeds 2^31
    // ms.
    timer = left > 0 ? setTimeout(watch, Math.min(left, longest)) : void attempt();
  };
  const attempt = async () => {
    try {
      await renew();
    } catch {
      due = clock.now() + backOff(failures) / 1000;
      failures += 1;
      watch();
    }
  };
  session.onTokens(() => {
    const claims = session.claims();
    due = dueAt(claims, expiry, clock.now());
    if (expiry !== undefined) renewed = clock.now();
    expiry = session.tokens() && numberOf(claims.exp);
    failures = 0;
    watch();
  });
  signal.addEventListener('abort', watch);
  signal.addEventListener(
    'abort',
    onWake(() => {
      if (failures) due = 0;
      if (!running) watch();
    }),
  );
  return {
    renew,
    soon: (wait) => {
      due = Math.min(due, Math.max(clock.now() + wait / 1000, renewed + resting));
      watch();
    },
  };
};

/**
 * Returns when to renew a token, in seconds since the epoch. Usually this is five to eight seconds (random) before the
 * expiry, but never in the first half of the lifetime.
 *
 * If a token expires no later than its predecessor, the access itself ends then. Such a token is renewed just after its
 * expiry.
 * @param before the expiry of the predecessor
 */
export const dueAt = ({ exp, iat }: Claims, before: number | undefined, now: number): number => {
  const end = numberOf(exp);
  if (before !== undefined && end <= before && end > now) return end + 0.2 + Math.random();
  return Math.max(end - Math.min(5 + 3 * Math.random(), (end - numberOf(iat)) / 2), before === undefined ? 0 : now + 1);
};

const longest = 30_000;

/** The shortest time between two renewals that the live stream requests, in seconds. */
const resting = 0.3;

/** The time limit for the tab with the lock to share its new tokens, in ms. */
const tabPatience = 500;

const oneAtATime = async (name: string, session: Session, signal: AbortSignal, work: () => Promise<void>) => {
  const before = session.tokens();
  const { locks }: { locks?: LockManager } = navigator;
  if (!locks) return work();
  const first = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return !!lock;
  });
  if (first) return;
  await locks.request(name, { signal }, async () => {
    for (let waited = 0; session.tokens() === before && waited < tabPatience; waited += 50) await pause(50, signal);
    if (session.tokens() === before) await work();
  });
};
