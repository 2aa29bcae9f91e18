import type { SignInState } from '@licet/client';

/**
 * Returns the change number at which Licet computed the token (the claim `ver`). Returns undefined for other issuers'
 * tokens.
 */
export const versionOf = (signInState: SignInState): number | undefined => {
  if (signInState.status !== 'held') return undefined;
  try {
    const payload: unknown = typeof signInState.token === 'string' ? read(signInState.token) : signInState.token;
    const version = Object.hasOwn(payload as object, 'ver') ? Reflect.get(payload as object, 'ver') : undefined;
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
};

// Only a number is read, so wrongly decoded text in other claims does no harm.
const read = (jwt: string): unknown =>
  JSON.parse(atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
