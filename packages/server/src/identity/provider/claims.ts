import type { Account } from '../../store/sign-in/accounts.ts';

/** The claims of each scope (OpenID Connect Core 1.0 section 5.4), in ID tokens and from UserInfo. */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
} as const;

/** Claims that only ID tokens have: they describe the sign-in, not the user. */
export const signInClaims = ['sid', 'acr', 'amr', 'auth_time'] as const;

/** The claims about a user. */
export interface UserClaims {
  readonly sub: string;
  readonly name: string;
  /** Derived from the name, because Licet does not store names in parts. */
  readonly given_name: string;
  readonly family_name?: string;
  readonly preferred_username: string;
  /** Seconds since the epoch. */
  readonly updated_at: number;
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** Maps a user to claims; no other code does. */
export function claimsOf({ id, name, username, email, emailVerified, updatedAt }: Account): UserClaims {
  return {
    sub: id,
    name,
    ...partsOf(name),
    preferred_username: username,
    updated_at: updatedAt,
    ...(email === null ? {} : { email, email_verified: emailVerified }),
  };
}

/**
 * The family name is the part before a comma, or the last word. This is wrong for some names, so applications should
 * show `name`. Licet sends both claims because some applications require them.
 */
function partsOf(name: string): Pick<UserClaims, 'given_name' | 'family_name'> {
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim());
  if (before && after && more.length === 0) return { given_name: after, family_name: before };
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return words.length < 2 ? { given_name: last } : { given_name: words.slice(0, -1).join(' '), family_name: last };
}

/** Selects the user's claims that belong to the scopes. */
export function claimsFor(scopes: readonly string[], account: Account): Partial<UserClaims> {
  const named = new Set<string>(
    Object.entries(claimsByScope).flatMap(([scope, names]) => (scopes.includes(scope) ? names : [])),
  );
  return Object.fromEntries(Object.entries(claimsOf(account)).filter(([name]) => named.has(name)));
}
