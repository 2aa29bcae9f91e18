/** A promise with the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

export function createDeferred(): Deferred {
  const settle: { resolve?: () => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  // No unhandled rejection if nothing waits for it.
  promise.catch(() => undefined);
  return { promise, resolve: () => settle.resolve?.(), reject: (error) => settle.reject?.(error) };
}

/** Lets the process end while a timer waits, if the runtime supports that. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** The result of the promise, or an error with `reason` if it is not settled in time. */
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

/** Waits; ends early, without an error, when the signal is aborted. */
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
