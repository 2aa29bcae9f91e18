import type { SignInState } from '@licet/client';

/** The number of the change that a token of Licet was computed at (its claim `ver`); undefined in the tokens of others. */
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

// A number is wanted: bytes that are no ASCII may come out wrong in the texts beside it.
const read = (jwt: string): unknown =>
  JSON.parse(atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
