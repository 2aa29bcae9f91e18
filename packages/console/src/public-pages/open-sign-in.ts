const NAME = 'licet.open-sign-in';
/** As long as the server keeps a started sign-in (`interactionLifetime`). */
const OPEN_FOR_MS = 3_600_000;

/** Remembers the open sign-in of this browser: setting a password in another tab leads back to it. */
export function rememberOpen(address: string): void {
  try {
    localStorage.setItem(NAME, `${Date.now()} ${address}`);
  } catch {
    // Storage may be blocked; the other tab then leads to the console.
  }
}

/** Forgets the sign-in, because it has completed, has expired or continues at a provider. */
export function forgetOpen(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was remembered.
  }
}

/** The page of the open sign-in of this browser, or else the console. */
export function openSignIn(): string {
  try {
    const [at, address = ''] = (localStorage.getItem(NAME) ?? '').split(' ');
    const open = Date.now() - Number(at) < OPEN_FOR_MS && /^\/sign-in\/[\w-]+(?:\?[^#]*)?$/.test(address);
    return open ? address : '/';
  } catch {
    return '/';
  }
}
