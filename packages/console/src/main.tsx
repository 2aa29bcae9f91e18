import './ui/font.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/brand.css';
import './shell/frame.css';
import './shell/nav.css';
import './shell/top-bar.css';
import './app/signed-in-frame.css';
import { signedInPaths } from '@licet/contract/signed-in-paths';
import { licet } from './session/licet.ts';
import { hasArrived, leaveToSignIn, noteArrival } from './session/sign-in.ts';
import { untilKnown } from './session/until-signed-in.ts';
import { watchPaletteKey } from './shell/palette-key.ts';

// Before the other code has loaded, because users type as soon as they see the page.
watchPaletteKey(document);
noteArrival();
// Starts the token source, which removes the sign-in response from the address before other code reads the address.
licet.current();
addEventListener('pageshow', beginAnew);
const root = document.getElementById('root');
if (root) begin(root).catch(() => showFailure(root));

/**
 * Starts the console. A visitor who must sign in is redirected before the console's code loads, because that code is
 * much larger than the check whether a user is signed in.
 */
async function begin(element: HTMLElement): Promise<void> {
  if (needsUser(location.pathname) && !hasArrived() && licet.profile() === undefined) {
    await untilKnown(licet);
    const state = licet.current();
    // If the sign-in cannot start, the console shows the reason.
    if (state.status === 'signed-out' && state.code === undefined) await leaveToSignIn().catch(() => undefined);
  }
  const { startConsole } = await import('./app/start.tsx');
  await startConsole(element);
}

/** Explains that the console's code did not load, such as during a deployment. The catalogue of words is part of that code. */
function showFailure(element: HTMLElement): void {
  const german = navigator.language.startsWith('de');
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = german
    ? 'Licet konnte nicht vollständig geladen werden.'
    : 'Licet could not be loaded completely.';
  const again = document.createElement('button');
  again.className = 'button primary';
  again.textContent = german ? 'Neu laden' : 'Reload';
  again.onclick = () => location.reload();
  const box = document.createElement('main');
  box.className = 'empty failed';
  box.append(text, again);
  element.replaceChildren(box);
}

/** Whether the address is a screen that only signed-in users see. */
function needsUser(pathname: string): boolean {
  return signedInPaths.some((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname));
}

/**
 * Reloads a page that the Back button restores after a redirect to the sign-in or a sign-out, because the scripts of
 * such a page no longer run.
 */
function beginAnew({ persisted }: PageTransitionEvent): void {
  const signInState = licet.current();
  if (persisted && signInState.status === 'signed-out' && signInState.code === undefined) location.reload();
}
