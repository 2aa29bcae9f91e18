/**
 * Returns a safe path at which to continue after the sign-in: a path of this origin with query and fragment, or `/`.
 * Paths that could lead to another origin become `/`, such as `//evil`, `/\evil`, `https:…`, or a path with a control
 * character that the URL parser drops. The redirect address with a response in it also becomes `/`, because it would
 * cause a loop.
 */
export const safeReturnPath = (path: unknown, redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  if (typeof path !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)) return '/';
  const address = new URL(path, origin);
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (origin + address.pathname === redirectUri && address.searchParams.has('state')) return '/';
  return address.pathname + address.search + address.hash;
};
