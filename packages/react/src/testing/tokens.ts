import type { AccessSource, SignInState } from '@licet/client';

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an unsigned JWT in compact serialization. The React package only reads tokens; servers verify them. */
export const tokenOf = (claims: Record<string, unknown>): string =>
  `${base64url({ alg: 'none' })}.${base64url({ sub: 'ada', exp: Date.now() / 1000 + 300, ...claims })}.`;

/** A source that a test controls. */
export const sourceOf = (signInState: SignInState, more: Partial<AccessSource> = {}) => {
  const listeners = new Set<() => void>();
  return {
    ...more,
    listeners,
    current: () => signInState,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: (next: SignInState) => {
      signInState = next;
      for (const listener of listeners) listener();
    },
  };
};
