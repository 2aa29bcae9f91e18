/** Takes the one-time token out of the fragment, so that it stays in no history and on no screen. */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  // Another link opened in the same tab changes only the fragment: the page then begins anew.
  addEventListener('hashchange', () => location.reload());
  return token;
}
