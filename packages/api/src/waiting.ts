/** A promise with the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

export function createDeferred(): Deferred {
  const settle: { resolve?: () => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  // Prevents an unhandled rejection if no caller waits for the promise.
  promise.catch(() => undefined);
  return { promise, resolve: () => settle.resolve?.(), reject: (error) => settle.reject?.(error) };
}

/** Lets the process exit while a timer is pending, if the runtime supports this. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** Returns the promise's result. Rejects with `reason` if the promise is not settled in time. */
export async function within<Value>(
  awaited: Promise<Value>,
  milliseconds: number,
  reason: () => string,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason())), milliseconds);
  });
  return Promise.race([awaited, late]).finally(() => clearTimeout(timer));
}

/** Waits for the given time. Returns early, without an error, when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    unref(timer);
    signal.addEventListener('abort', done);
  });
}
