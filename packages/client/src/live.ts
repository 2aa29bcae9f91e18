import { jsonOf, problemOf } from './error.ts';
import { createLiveReader, type LiveEvent } from './live-events.ts';
import type { Prover } from './proof.ts';
import type { Session } from './session.ts';
import { backOff, pause } from './waiting.ts';

export interface LiveParts {
  readonly session: Session;
  readonly prover: Prover;
  readonly issuer: string;
  /** The name of the lock that the tab with the stream holds. */
  readonly name: string;
  /** Ends the stream, the polling and the lock. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when polling finds that the access has changed. */
  readonly onChanged: () => Promise<void>;
  readonly renew: () => Promise<void>;
}

/** Keeps the live stream open while a user is signed in, in one tab of the browser. */
export const startLive = (parts: LiveParts): void => {
  const { session, name, signal } = parts;
  let leading: AbortController | undefined;
  const look = () => {
    if (!session.tokens() || signal.aborted || leading?.signal.aborted === false) {
      if (!session.tokens()) leading?.abort();
      return;
    }
    const mine = new AbortController();
    leading = mine;
    signal.addEventListener('abort', () => mine.abort());
    const { locks }: { locks?: LockManager } = navigator;
    const lead = () => followChanges(parts, mine.signal);
    (locks ? locks.request(name, { signal: mine.signal }, lead) : lead()).catch(() => {});
  };
  session.onTokens(look);
  // Browsers do not keep a page that holds a lock in the back/forward cache.
  addEventListener('pagehide', () => leading?.abort());
  addEventListener('pageshow', look);
};

/** Follows changes until it is ended: by the stream, or by polling if streams are blocked. */
const followChanges = async (parts: LiveParts, end: AbortSignal): Promise<void> => {
  const { session } = parts;
  let failures = 0;
  let blocked = false;
  let current: AbortController | undefined;
  // A new token opens a new stream, and the server sends what has changed since the token's version.
  const stopWatching = session.onTokens(() => current?.abort());
  end.addEventListener('abort', stopWatching);
  while (!end.aborted) {
    const access = session.tokens()?.access;
    if (!access) return stopWatching();
    const startedAt = Date.now();
    const mine = new AbortController();
    current = mine;
    const stop = () => mine.abort();
    end.addEventListener('abort', stop);
    const outcome = await stream(parts, access, mine).catch(() => 'silent' as const);
    end.removeEventListener('abort', stop);
    if (end.aborted) return;
    const changed = access !== session.tokens()?.access;
    const lasted = outcome === 'active' && (changed || Date.now() - startedAt > stable);
    failures = lasted ? 0 : failures + 1;
    // After a new token, open the next stream without a pause. If the new stream fails too, wait before the next
    // attempt: a proxy or a wrong clock may cause every token to be refused.
    if (changed && failures < 2) continue;
    blocked = outcome === 'full' || (blocked && !lasted);
    if (outcome === 'busy') await pause(backOff(failures, busily), end);
    else if (failures < few && !blocked) await pause(backOff(failures), end);
    else if (!(await ask(parts, end))) {
      blocked = false;
      await pause(backOff(failures), end);
    } else if (blocked) await keepAsking(parts, end);
    // The server answers, but it may have just restarted. Treat streams as blocked only if the next one fails too.
    else blocked = true;
  }
};

/**
 * Reads one stream to its end.
 * @returns whether anything arrived; `full`: the server has reached its limit of streams; `busy`: the server is
 * overloaded at present
 */
const stream = async (
  parts: LiveParts,
  access: string,
  mine: AbortController,
): Promise<'active' | 'silent' | 'full' | 'busy'> => {
  const { prover, issuer, session, onEvent, renew } = parts;
  let timer = setTimeout(() => mine.abort(), answering);
  try {
    const response = await prover.send(
      new Request(`${issuer}/api/v1/live`, { signal: mine.signal, cache: 'no-store' }),
      access,
    );
    if (response.status === 401 && access === session.tokens()?.access) await renew();
    if (!response.ok || !response.body) {
      const { code } = await problemOf(response);
      return code === 'live_full' ? 'full' : code === 'busy' ? 'busy' : 'silent';
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const read = createLiveReader(onEvent);
    let active = false;
    try {
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => mine.abort(), silence);
        const { done, value } = await reader.read();
        if (done) return active ? 'active' : 'silent';
        active = true;
        read(decoder.decode(value, { stream: true }));
      }
    } catch {
      return active ? 'active' : 'silent';
    }
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Checks whether the access has changed.
 * @returns whether the server answers
 */
const ask = async ({ prover, issuer, session, onChanged }: LiveParts, end: AbortSignal): Promise<boolean> => {
  const access = session.tokens()?.access;
  if (!access) return false;
  try {
    const response = await prover.send(
      new Request(`${issuer}/api/v1/live/version`, { cache: 'no-store', signal: end }),
      access,
    );
    if (response.ok && (await jsonOf(response)).changed === true) await onChanged();
    return response.ok || access !== session.tokens()?.access;
  } catch {
    return false;
  }
};

/** Polls for a few minutes, or until the server does not answer. */
const keepAsking = async (parts: LiveParts, end: AbortSignal): Promise<void> => {
  for (let asked = 0; asked < asking && !end.aborted; asked += 1) {
    await pause(document.visibilityState === 'visible' ? 15_000 : 60_000, end);
    if (!(await ask(parts, end))) return;
  }
};

/** After this many consecutive failures, it checks whether the server answers at all. */
const few = 3;
/** The longest pause for an overloaded server, in ms. */
const busily = 30_000;
/** A stream that was active for this long, in ms, has not failed when it ends. */
const stable = 5000;
/** The number of polls before the stream is tried again. */
const asking = 20;
/** The time limit for the answer to a stream, in ms. */
const answering = 10_000;
/** A stream without data for this long is dead, in ms: the server sends something every 15 s. */
const silence = 40_000;
