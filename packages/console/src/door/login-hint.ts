const NAME = 'licet.login-hint';
const SET = 'licet.password-set';
const SAID_FOR_MS = 300_000;

/** Remembers the name that somebody just made or was given, so that the sign-in that follows need not ask for it. */
export function rememberLogin(login: string): void {
  try {
    sessionStorage.setItem(NAME, login);
  } catch {
    // Storage may be closed to us; then the name is typed once more.
  }
}

/** Lets the sign-in that follows say that the password was set. */
export function rememberPasswordSet(): void {
  try {
    sessionStorage.setItem(SET, String(Date.now()));
  } catch {
    // Then it goes unsaid.
  }
}

/** Whether a password was just set in this tab; said once. */
export function takePasswordSet(): boolean {
  try {
    const at = Number(sessionStorage.getItem(SET));
    sessionStorage.removeItem(SET);
    return Date.now() - at < SAID_FOR_MS;
  } catch {
    return false;
  }
}
