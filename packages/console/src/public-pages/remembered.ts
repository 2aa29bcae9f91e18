const NAME = 'licet.login-hint';
const SET = 'licet.set-by-link';
const SAID_FOR_MS = 300_000;

/** Stores a username that was just chosen or assigned, so that the next sign-in is prefilled with it. */
export function rememberLogin(login: string): void {
  try {
    sessionStorage.setItem(NAME, login);
  } catch {
    // Storage may be blocked; the user then types the name again.
  }
}

/** The username last stored in this tab. It is removed when a sign-in completes. */
export function rememberedLogin(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The kind of credential that was set by a link. */
export type SetByLink = 'password' | 'passkey';

/** Stores which credential was set, so that the next sign-in page can confirm it. */
export function rememberSet(what: SetByLink): void {
  try {
    sessionStorage.setItem(SET, `${what} ${Date.now()}`);
  } catch {
    // Storage may be blocked; the sign-in page then shows no confirmation.
  }
}

/** Returns the kind of credential that was just set in this tab, and removes it from the storage. */
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
/** The lifetime of a started sign-in on the server (`interactionLifetime`). */
const OPEN_FOR_MS = 3_600_000;

/** Stores the started sign-in of this browser, so that setting a password in another tab can return to it. */
export function rememberOpen(address: string): void {
  try {
    localStorage.setItem(OPEN, `${Date.now()} ${address}`);
  } catch {
    // Storage may be blocked; the other tab then continues to the console.
  }
}

/** Removes the started sign-in, because it has completed, has expired or continues at a provider. */
export function forgetOpen(): void {
  try {
    localStorage.removeItem(OPEN);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Returns the path of this browser's started sign-in, or else of the console. */
export function openSignIn(): string {
  try {
    const [at, address = ''] = (localStorage.getItem(OPEN) ?? '').split(' ');
    const open = Date.now() - Number(at) < OPEN_FOR_MS && /^\/sign-in\/[\w-]+(?:\?[^#]*)?$/.test(address);
    return open ? address : '/';
  } catch {
    return '/';
  }
}
