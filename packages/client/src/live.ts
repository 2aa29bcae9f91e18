import { jsonOf, problemOf } from './error.ts';
import { createLiveReader, type LiveEvent } from './live-events.ts';
import type { Prover } from './proof.ts';
import type { Session } from './session.ts';
import { backOff, pause } from './waiting.ts';

export interface LiveParts {
  readonly session: Session;
  readonly prover: Prover;
  readonly issuer: string;
  /** By which the leading tab's lock is called. */
  readonly name: string;
  /** Ends all. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: LiveEvent) => void;
  /** The access has changed, so far as asking for it tells. */
  readonly onChanged: () => Promise<void>;
  readonly renew: () => Promise<void>;
}

/** Holds the live stream while somebody is signed in, in one tab of the browser. */
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
  // A page that holds a lock is not kept for the way back.
  addEventListener('pagehide', () => leading?.abort());
  addEventListener('pageshow', look);
};

/** Follows changes until it is told to end: by the stream, and by asking where streams are blocked. */
const followChanges = async (parts: LiveParts, end: AbortSignal): Promise<void> => {
  const { session } = parts;
  let failures = 0;
  let blocked = false;
  let current: AbortController | undefined;
  // Another token, another stream: the server tells of what has changed since the token's version.
  const stopWatching = session.onTokens(() => current?.abort());
  end.addEventListener('abort', stopWatching);
  while (!end.aborted) {
    const access = session.tokens()?.access;
    if (!access) return stopWatching();
    const begun = Date.now();
    const mine = new AbortController();
    current = mine;
    const stop = () => mine.abort();
    end.addEventListener('abort', stop);
    const outcome = await stream(parts, access, mine).catch(() => 'silent' as const);
    end.removeEventListener('abort', stop);
    if (end.aborted) return;
    const changed = access !== session.tokens()?.access;
    const lasted = outcome === 'active' && (changed || Date.now() - begun > lasting);
    failures = lasted ? 0 : failures + 1;
    // A new token opens a stream at once. If that fails too, the next one waits: a proxy, or a wrong clock, may refuse all tokens.
    if (changed && failures < 2) continue;
    blocked = outcome === 'full' || (blocked && !lasted);
    if (outcome === 'busy') await pause(backOff(failures, busily), end);
    else if (failures < few && !blocked) await pause(backOff(failures), end);
    else if (!(await ask(parts, end))) {
      blocked = false;
      await pause(backOff(failures), end);
    } else if (blocked) await keepAsking(parts, end);
    // The server answers, and may have come back this moment: streams count as blocked when the next one fails too.
    else blocked = true;
  }
};

/** Reads one stream to its end. @returns whether anything came; `full`: the server takes no further stream; `busy`: not now */
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

/** Asks whether the access has changed. @returns whether the server answers */
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

/** Asks every now and then, for a few minutes, or until the server does not answer. */
const keepAsking = async (parts: LiveParts, end: AbortSignal): Promise<void> => {
  for (let asked = 0; asked < asking && !end.aborted; asked += 1) {
    await pause(document.visibilityState === 'visible' ? 15_000 : 60_000, end);
    if (!(await ask(parts, end))) return;
  }
};

/** So many failures in turn, and the server is asked whether it is there at all. */
const few = 3;
/** How long a server that has too much to do is left alone at most, in ms. */
const busily = 30_000;
/** A stream that was active for longer, in ms, has not failed when it ends. */
const lasting = 5000;
/** How often it is asked before the stream is tried again. */
const asking = 20;
/** How long the answer to a stream may take, in ms. */
const answering = 10_000;
/** After so long without a sign of life a stream is dead, in ms: the server gives one every 15 s. */
const silence = 40_000;
