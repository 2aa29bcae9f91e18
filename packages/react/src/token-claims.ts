import type { Access } from '@licet/client';

/** What the present token says, read and not verified; nothing where there is none that can be read. */
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

/** Whose typed text it is: issuer, application and user of the present token; undefined while there is none. */
export const ownerOf = (access: Access): string | undefined => {
  const user = access.snapshot().token?.sub;
  const { iss, aud } = claimsOf(access);
  return user === undefined ? undefined : JSON.stringify([iss, aud, user]);
};
