/**
 * The path to continue at after signing in: a path of this origin with query and fragment, or `/`. Anything that could
 * lead elsewhere (`//evil`, `/\evil`, `https:…`, a control character that the parser drops) becomes `/`. So does the
 * redirect address with an answer in it, which would cause a loop.
 */
export const safeReturnPath = (path: unknown, redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  if (typeof path !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)) return '/';
  const address = new URL(path, origin);
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (origin + address.pathname === redirectUri && address.searchParams.has('state')) return '/';
  return address.pathname + address.search + address.hash;
};
