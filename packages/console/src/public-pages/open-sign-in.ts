const NAME = 'licet.open-sign-in';
/** As long as the server keeps it (`interactionLifetime`). */
const OPEN_FOR_MS = 3_600_000;

/** Remembers the sign-in that is open in this browser: a password that is set meanwhile, in another tab, leads back to it. */
export function rememberOpen(address: string): void {
  try {
    localStorage.setItem(NAME, `${Date.now()} ${address}`);
  } catch {
    // Storage may be closed to us; then the way leads to the console.
  }
}

/** It was left: finished, over, or on the way to a provider. */
export function forgetOpen(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was remembered.
  }
}

/** The page of the sign-in that is open in this browser, else the console. */
export function openSignIn(): string {
  try {
    const [at, address = ''] = (localStorage.getItem(NAME) ?? '').split(' ');
    const open = Date.now() - Number(at) < OPEN_FOR_MS && /^\/sign-in\/[\w-]+(?:\?[^#]*)?$/.test(address);
    return open ? address : '/';
  } catch {
    return '/';
  }
}
