const NAME = 'licet.login-hint';
const SET = 'licet.set-by-link';
const SAID_FOR_MS = 300_000;

/** Remembers the name that somebody just made or was given, so that the sign-in that follows need not ask for it. */
export function rememberLogin(login: string): void {
  try {
    sessionStorage.setItem(NAME, login);
  } catch {
    // Storage may be closed to us; then the name is typed once more.
  }
}

/** The name that was made known in this tab last; it stays for whatever sign-in is finished first. */
export function rememberedLogin(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What was set by a link. */
export type SetByLink = 'password' | 'passkey';

/** Lets the sign-in that follows say what was set. */
export function rememberSet(what: SetByLink): void {
  try {
    sessionStorage.setItem(SET, `${what} ${Date.now()}`);
  } catch {
    // Then it goes unsaid.
  }
}

/** What was just set in this tab; said once. */
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
