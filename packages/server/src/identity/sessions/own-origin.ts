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
