import type { Access } from '@licet/client';

/** Returns the unverified claims of the current token, or an empty object if they cannot be read. */
export const claimsOf = ({ source }: Access): Readonly<Record<string, unknown>> => {
  try {
    const state = source.current();
    if (state.status !== 'held') return {};
    if (typeof state.token !== 'string') return { ...(state.token as object) };
    const payload = state.token.split('.')[1] ?? '';
    return { ...JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) };
  } catch {
    return {};
  }
};

/**
 * Returns the owner of typed text: the issuer, application and user of the current token. Returns undefined without a
 * token.
 */
export const ownerOf = (access: Access): string | undefined => {
  const user = access.snapshot().token?.sub;
  const { iss, aud } = claimsOf(access);
  return user === undefined ? undefined : JSON.stringify([iss, aud, user]);
};
