/** The registered web origins of all clients, cached for a moment, because any page may ask as often as it likes. */
export interface WebOrigins {
  readonly has: (origin: string) => Promise<boolean>;
  /** Makes the next query read them again. */
  readonly forget: () => void;
}

/** Caches the result of `read` for a few seconds; `forget` drops it earlier, after a change. */
export function openWebOrigins(read: () => Promise<ReadonlySet<string>>, keep = keptFor): WebOrigins {
  let kept: Promise<ReadonlySet<string>> | undefined;
  let until = 0;
  const forget = () => {
    kept = undefined;
  };
  const current = () => {
    if (kept && performance.now() < until) return kept;
    const reading = read();
    kept = reading;
    until = performance.now() + keep;
    reading.catch(() => {
      if (kept === reading) forget();
    });
    return reading;
  };
  return { has: async (origin) => (await current()).has(origin), forget };
}

/** Milliseconds. */
const keptFor = 5000;
