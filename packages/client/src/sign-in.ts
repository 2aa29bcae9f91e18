import type { Settings } from './settings.ts';

/** The data of a sign-in that this tab keeps until the browser returns. */
export interface StartedSignIn {
  readonly verifier: string;
  readonly nonce: string;
  readonly returnTo: string;
}

/** The response to a sign-in, from the URL of the page. */
export interface Answer {
  readonly parameters: URLSearchParams;
  /** Undefined if this tab did not begin this sign-in. */
  readonly started: StartedSignIn | undefined;
  /** The path at which to continue. */
  readonly returnTo: string;
}

/**
 * Removes the response to a sign-in from the URL, and returns it. Returns undefined if there is none, or if it is for
 * another client.
 */
export const takeAnswer = ({ name, issuer, redirectUri, loads }: Settings): Answer | undefined => {
  const { searchParams: parameters, origin, pathname } = new URL(location.href);
  const state = parameters.get('state');
  if (!state || !(parameters.has('code') || parameters.has('error'))) return undefined;
  const started = takeOut(`${name}?${state}`);
  const ours = parameters.get('iss') === issuer && redirectUri === origin + pathname;
  if (!started && !ours) return undefined;
  const returnTo = started ? safeReturnPath(started.returnTo, redirectUri) : redirectUri;
  keepOutOfAddress(state, loads ? redirectUri : returnTo);
  return { parameters, started, returnTo };
};

/**
 * Replaces the response in the URL by `path`. Some routers, such as the App Router of Next.js, have already read the
 * URL. They write the response back when they start and at each render. Each time, the function removes the response
 * again and notifies the router, until the router uses `path`.
 */
const keepOutOfAddress = (state: string, path: string): void => {
  let left = 20;
  const clean = () => {
    if (left && location.search.includes(state)) {
      left -= 1;
      history.replaceState(history.state, '', path);
      queueMicrotask(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state })));
    }
  };
  clean();
  // Run asynchronously, because a router may be rendering now.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', () =>
    setTimeout(clean),
  );
  // For browsers without the Navigation API, check once more later.
  setTimeout(clean, 1000);
};

const takeOut = (name: string): StartedSignIn | undefined => {
  try {
    const text = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

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
