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

/**
 * Returns a function that tells whether an origin is the console's own: that of the issuer. If the issuer is on this machine, any origin
 * on this machine is accepted, because a development server forwards requests with its own origin.
 */
export function ownOrigin(issuer: string): (origin: string) => boolean {
  const own = new URL(issuer);
  const local = isLoopback(own);
  return (origin) => origin === own.origin || (local && isLoopback(URL.parse(origin)));
}

const isLoopback = (url: URL | null) =>
  url !== null && /^https?:$/.test(url.protocol) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
