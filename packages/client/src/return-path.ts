/**
 * Where to go on after signing in: a path of this origin with its query and fragment, or `/`. Whatever could lead elsewhere
 * (`//evil`, `/\evil`, `https:…`, a control character that the parser drops) is answered with `/`, and so is the address that
 * the provider sends back to, with an answer in it: coming back there would go round in circles.
 */
export const safeReturnPath = (path: unknown, redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  if (typeof path !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)) return '/';
  const address = new URL(path, origin);
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (origin + address.pathname === redirectUri && address.searchParams.has('state')) return '/';
  return address.pathname + address.search + address.hash;
};
