const NAME = 'licet.login-hint';

/** Remembers the name that somebody just made or was given, so that the sign-in that follows need not ask for it. */
export function rememberLogin(login: string): void {
  try {
    sessionStorage.setItem(NAME, login);
  } catch {
    // Storage may be closed to us; then the name is typed once more.
  }
}
