import type { Access } from '@licet/client';

/** The claims of the present token, read and not verified; empty if it cannot be read. */
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

/** The owner of typed text: issuer, application and user of the present token; undefined without one. */
export const ownerOf = (access: Access): string | undefined => {
  const user = access.snapshot().token?.sub;
  const { iss, aud } = claimsOf(access);
  return user === undefined ? undefined : JSON.stringify([iss, aud, user]);
};
