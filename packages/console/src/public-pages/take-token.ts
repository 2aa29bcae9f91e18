/**
 * Takes the one-time token out of the fragment, so that it stands in no address and on no screen. It is kept with this entry of the tab's
 * history, and gone with the tab: whoever loads the page once more has not lost their link.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  const token = given ?? keptToken();
  if (location.hash !== '') history.replaceState({ token }, '', location.pathname + location.search);
  // Another link opened in the same tab changes only the fragment: the page then begins anew.
  addEventListener('hashchange', () => location.reload());
  return token;
}

function keptToken(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'token' in state ? String(state.token) : '';
}
