import type { AccessSource } from '@licet/client';

/** Waits until a user is signed in. @throws the signal's reason if it ends the wait */
export function untilSignedIn(source: AccessSource, signal?: AbortSignal): Promise<void> {
  return until(source, () => source.current().status === 'held', signal);
}

/** Waits until it is known whether a user is signed in. */
export function untilKnown(source: AccessSource): Promise<void> {
  return until(source, () => source.current().status !== 'loading');
}

/** Waits until no user is signed in. @throws the signal's reason if it ends the wait */
export function untilSignedOut(source: AccessSource, signal: AbortSignal): Promise<void> {
  return until(source, () => source.current().status === 'signed-out', signal);
}

function until(source: AccessSource, holds: () => boolean, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      end();
      signal?.removeEventListener('abort', look);
    };
    const look = () => {
      if (!holds() && !signal?.aborted) return;
      stop();
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const end = source.subscribe(look);
    signal?.addEventListener('abort', look);
    look();
  });
}
