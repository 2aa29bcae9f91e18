/**
 * Takes the one-time token out of the fragment, so that no address or screen shows it. The tab's history entry keeps
 * it: a reload does not lose the link, and closing the tab does.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  const token = given ?? keptToken();
  if (location.hash !== '') history.replaceState({ token }, '', location.pathname + location.search);
  // Another link opened in the same tab changes only the fragment, so the page reloads.
  addEventListener('hashchange', () => location.reload());
  return token;
}

function keptToken(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : '';
}
