import { createEventReader } from '@licet/rule/event-stream';
import type { Kit } from './kit.ts';
import type { Prover } from './proof.ts';
import type { Session } from './session.ts';

export interface LiveParts {
  readonly session: Session;
  readonly prover: Prover;
  readonly issuer: string;
  /** The name of the lock that the tab with the stream holds. */
  readonly name: string;
  /** Ends the stream, the polling and the lock. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when polling shows that the access has changed. */
  readonly onChanged: () => Promise<void>;
  readonly renew: () => Promise<void>;
  /** The change number of the first token of this tab, if the token has one. */
  readonly since?: unknown;
  readonly kit: Kit;
}

/** The number of the last change that this tab knows. */
interface Known {
  id?: unknown;
}

/** Keeps the live stream open while a user is signed in, in only one tab of the browser. */
export const startLive = (parts: LiveParts): void => {
  const { session, name, signal, since } = parts;
  let leading: AbortController | undefined;
  // The page may show data that it read with its first token, even if another tab has renewed the token since.
  const known: Known = { id: since };
  const look = () => {
    if (!session.tokens()) return leading?.abort();
    known.id ??= session.claims().ver;
    if (signal.aborted || leading?.signal.aborted === false) return;
    const own = new AbortController();
    leading = own;
    signal.addEventListener('abort', () => own.abort());
    const { locks }: { locks?: LockManager } = navigator;
    const lead = () => followChanges(parts, own.signal, known);
    (locks ? locks.request(name, { signal: own.signal }, lead) : lead()).catch(() => {});
  };
  session.onTokens(look);
  // Release the lock, because browsers do not keep a page with a lock in the back/forward cache.
  addEventListener('pagehide', () => leading?.abort());
  addEventListener('pageshow', look);
  look();
};

/**
 * Watches for changes until `end` is aborted. It uses the stream, or polling if streams are blocked. Each stream resumes at
 * `known`, so a change during a break is not missed.
 */
const followChanges = async (parts: LiveParts, end: AbortSignal, known: Known): Promise<void> => {
  const { session, kit } = parts;
  const { backOff, pause } = kit;
  let failures = 0;
  let blocked = false;
  let current: AbortController | undefined;
  // A new token requires a new stream.
  const stopWatching = session.onTokens(() => current?.abort());
  end.addEventListener('abort', stopWatching);
  while (!end.aborted) {
    const access = session.tokens()?.access;
    if (!access) return stopWatching();
    const startedAt = Date.now();
    const own = new AbortController();
    current = own;
    end.addEventListener('abort', () => own.abort(), { signal: own.signal });
    const outcome = await stream(parts, access, own, known).catch(() => 'silent');
    own.abort(); // also removes the listener
    if (end.aborted) return;
    const changed = access !== session.tokens()?.access;
    const lasted = outcome === 'active' && (changed || Date.now() - startedAt > stable);
    failures = lasted ? 0 : failures + 1;
    // After a renewal, open the next stream without a pause. If that stream fails too, pause first, because a proxy or
    // a wrong clock may cause every token to be refused.
    if (changed && failures < 2) continue;
    blocked = outcome === 'live_full' || (blocked && !lasted);
    if (outcome === 'busy' || outcome === 'unavailable') await pause(backOff(failures, busily), end);
    else if (failures < few && !blocked) await pause(backOff(failures), end);
    else if (!(await ask(parts, end))) {
      blocked = false;
      await pause(backOff(failures), end);
    } else if (blocked) await keepAsking(parts, end);
    // The server responds, but it may have just restarted. Treat streams as blocked only if the next stream fails
    // too.
    else blocked = true;
  }
};

/**
 * Reads one stream to its end.
 * @returns `active` if any data arrived and `silent` if not, or the code with which the server refused the stream
 */
const stream = async (parts: LiveParts, access: string, own: AbortController, known: Known): Promise<string> => {
  const { prover, issuer, session, onEvent, renew, kit } = parts;
  let timer = setTimeout(() => own.abort(), answering);
  try {
    const response = await prover.send(
      new Request(`${issuer}/api/v1/live`, {
        signal: own.signal,
        cache: 'no-store',
        headers: { 'last-event-id': `${known.id}` }, // the server ignores `undefined`
      }),
      access,
    );
    if (response.status === 401 && access === session.tokens()?.access) await renew();
    if (!response.ok || !response.body) return String((await kit.jsonOf(response)).code);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const read = createLiveReader((event, id) => {
      known.id = id || known.id;
      onEvent(event);
    });
    let active = false;
    try {
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => own.abort(), silence);
        const { done, value } = await reader.read();
        if (done) break;
        active = true;
        read(decoder.decode(value, { stream: true }));
      }
    } catch {
      // A broken stream ends like a closed one.
    }
    return active ? 'active' : 'silent';
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Polls once for changed access.
 * @returns whether the server responds
 */
const ask = async ({ prover, issuer, session, onChanged, kit }: LiveParts, end: AbortSignal): Promise<boolean> => {
  const access = session.tokens()?.access;
  if (!access) return false;
  try {
    const response = await prover.send(
      new Request(`${issuer}/api/v1/live/version`, { cache: 'no-store', signal: end }),
      access,
    );
    if (response.ok && (await kit.jsonOf(response)).changed === true) await onChanged();
    return response.ok || access !== session.tokens()?.access;
  } catch {
    return false;
  }
};

/** Polls for a few minutes, or until the server does not respond. */
const keepAsking = async (parts: LiveParts, end: AbortSignal): Promise<void> => {
  for (let asked = 0; asked < asking && !end.aborted; asked += 1) {
    await parts.kit.pause(document.visibilityState === 'visible' ? 15_000 : 60_000, end);
    if (!(await ask(parts, end))) return;
  }
};

/** After this many consecutive failures of the stream, the client checks whether the server responds at all. */
const few = 3;
/** The longest pause for an overloaded server, in ms. */
const busily = 30_000;
/** In ms. The end of a stream that was active for this long does not count as a failure. */
const stable = 5000;
/** The number of polls before the client tries the stream again. */
const asking = 20;
/** The timeout for the response headers of a stream, in ms. */
const answering = 10_000;
/** The time without data after which a stream counts as broken, in ms. The server sends data every 15 s. */
const silence = 40_000;

export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/**
 * Parses the live stream in pieces. Events whose data is not JSON are skipped.
 * @returns a function that takes the next piece
 */
export const createLiveReader = (onEvent: (event: LiveEvent, id: string) => void): ((piece: string) => void) =>
  createEventReader(({ name, data: text, id }) => {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      return;
    }
    onEvent({ event: name, data }, id);
  });
