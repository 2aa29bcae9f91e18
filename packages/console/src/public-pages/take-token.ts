/**
 * Returns the one-time token from the URL fragment, and removes it from the URL. The token moves to the history entry,
 * so it survives a reload but not closing the tab.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  const token = given ?? tokenInHistory();
  if (location.hash !== '') history.replaceState({ token }, '', location.pathname + location.search);
  // Opening a second link in the same tab changes only the fragment, so the browser does not reload the page by itself.
  addEventListener('hashchange', () => location.reload());
  return token;
}

function tokenInHistory(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : '';
}
