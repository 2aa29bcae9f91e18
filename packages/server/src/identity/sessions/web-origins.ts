/** The origins from which a client of any application may call, kept for a moment: anybody may ask, as often as they like. */
export interface WebOrigins {
  readonly has: (origin: string) => Promise<boolean>;
  /** Reads them anew when they are asked for next. */
  readonly forget: () => void;
}

/** Keeps what `read` gives for a few seconds; whoever hears of changes lets it forget sooner. */
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
