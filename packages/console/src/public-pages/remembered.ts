const NAME = 'licet.login-hint';
const SET = 'licet.set-by-link';
const SAID_FOR_MS = 300_000;

/** Remembers a username that was just chosen or assigned, so that the next sign-in can fill it in. */
export function rememberLogin(login: string): void {
  try {
    sessionStorage.setItem(NAME, login);
  } catch {
    // Storage may be blocked; the user then types the name again.
  }
}

/** The last name remembered in this tab. It stays until a sign-in completes. */
export function rememberedLogin(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The kind of credential that was set by a link. */
export type SetByLink = 'password' | 'passkey';

/** Remembers what was set, so that the next sign-in page can confirm it. */
export function rememberSet(what: SetByLink): void {
  try {
    sessionStorage.setItem(SET, `${what} ${Date.now()}`);
  } catch {
    // The sign-in page then shows no confirmation.
  }
}

/** Returns what was just set in this tab, once. */
export function takeSet(): SetByLink | undefined {
  try {
    const [what, at] = (sessionStorage.getItem(SET) ?? '').split(' ');
    sessionStorage.removeItem(SET);
    if (Date.now() - Number(at) > SAID_FOR_MS) return undefined;
    return what === 'password' || what === 'passkey' ? what : undefined;
  } catch {
    return undefined;
  }
}

const OPEN = 'licet.open-sign-in';
/** As long as the server keeps a started sign-in (`interactionLifetime`). */
const OPEN_FOR_MS = 3_600_000;

/** Remembers the open sign-in of this browser: setting a password in another tab leads back to it. */
export function rememberOpen(address: string): void {
  try {
    localStorage.setItem(OPEN, `${Date.now()} ${address}`);
  } catch {
    // Storage may be blocked; the other tab then leads to the console.
  }
}

/** Forgets the sign-in, because it has completed, has expired or continues at a provider. */
export function forgetOpen(): void {
  try {
    localStorage.removeItem(OPEN);
  } catch {
    // Nothing was remembered.
  }
}

/** The page of the open sign-in of this browser, or else the console. */
export function openSignIn(): string {
  try {
    const [at, address = ''] = (localStorage.getItem(OPEN) ?? '').split(' ');
    const open = Date.now() - Number(at) < OPEN_FOR_MS && /^\/sign-in\/[\w-]+(?:\?[^#]*)?$/.test(address);
    return open ? address : '/';
  } catch {
    return '/';
  }
}
