/**
 * Where to go after signing in: a path of this origin with its search, or `/`. Whatever could lead elsewhere
 * (`//evil`, `/\evil`, `https:…`, a control character that the parser drops) is answered with `/`.
 */
export function safeReturnPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !path.startsWith('/') || /[\\\p{Cc}]/u.test(path) || path.startsWith('//'))
    return '/';
  const address = URL.parse(path, origin);
  if (address?.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (neverReturned.some((page) => address.pathname === page || address.pathname.startsWith(`${page}/`))) return '/';
  return address.pathname + address.search + address.hash;
}

// Pages on the way in: coming back to one of them would go round in circles.
const neverReturned = ['/callback', '/sign-in', '/setup', '/set-password'];
