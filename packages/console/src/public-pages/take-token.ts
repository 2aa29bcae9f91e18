/**
 * Removes the one-time token from the fragment, so that it is visible in no address. The tab's history entry stores it:
 * a reload keeps the token, closing the tab discards it.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  const token = given ?? keptToken();
  if (location.hash !== '') history.replaceState({ token }, '', location.pathname + location.search);
  // A second link opened in the same tab changes only the fragment, which loads nothing: reload the page.
  addEventListener('hashchange', () => location.reload());
  return token;
}

function keptToken(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : '';
}
