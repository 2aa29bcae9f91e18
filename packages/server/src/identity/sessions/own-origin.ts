/**
 * Makes what tells whether a page is the console's own: one at the issuer's origin. A development server hands on what a page
 * sends to it with the origin of that page, so that an issuer on this very machine takes those of this machine.
 */
export function ownOrigin(issuer: string): (origin: string) => boolean {
  const own = new URL(issuer);
  const local = isLoopback(own);
  return (origin) => origin === own.origin || (local && isLoopback(URL.parse(origin)));
}

const isLoopback = (url: URL | null) =>
  url !== null && /^https?:$/.test(url.protocol) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
