import { compile, decode, isValid, type Token } from '@licet/rule';

/** What the access token says of the person at the screen. Nobody signed in: nothing, and valid never. */
export interface Standing {
  readonly token: Token | null;
  /** Admin or listed, and valid: the rule. */
  readonly can: (permission: string) => boolean;
  readonly isAdmin: boolean;
}

/** Reads the standing from an access token at an instant, seconds since the epoch. */
export function standingOf(accessToken: string | undefined, now: number): Standing {
  const token = accessToken === undefined ? null : read(accessToken);
  if (!token || !isValid(token, now)) return nobody;
  const compiled = compile(token);
  return { token, can: compiled.can, isAdmin: compiled.hasRole('admin') };
}

/** When an access token runs out, seconds since the epoch; 0 when it cannot be read. */
export const expiryOf = (accessToken: string): number => read(accessToken)?.exp ?? 0;

const nobody: Standing = { token: null, can: () => false, isAdmin: false };

function read(accessToken: string): Token | null {
  try {
    return decode(accessToken);
  } catch {
    return null;
  }
}
