import type { SignInState } from '@licet/client';

/**
 * The number of the change at which a token of Licet was computed (its claim `ver`); undefined for tokens of others.
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

// Only a number is needed, so it does not matter if other text is decoded wrongly.
const read = (jwt: string): unknown =>
  JSON.parse(atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
