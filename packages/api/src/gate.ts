/** Something to wait for that happens once. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
  fail(error: Error): void;
}

export function createGate(): Gate {
  let open: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  // Nobody needs to wait for it.
  opened.catch(() => undefined);
  return { opened, open, fail };
}

/** Lets the process end while a timer waits, where the runtime knows of that. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** What is waited for, or an error with `reason` when it takes longer. */
export async function within<Value>(
  wanted: Promise<Value>,
  milliseconds: number,
  reason: () => string,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason())), milliseconds);
  });
  return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
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
