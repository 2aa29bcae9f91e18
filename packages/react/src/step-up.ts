'use client';

import type { Access, SignInOptions } from '@licet/client';
import { claimsOf } from './token-claims.ts';

/** How lately, and how strongly, somebody must have signed in (RFC 9470). */
export interface StepUp {
  /** At most so many seconds ago. */
  readonly maxAge?: number | undefined;
  /** In one of these ways, as the issuer names them in `acr`. */
  readonly acr?: string | readonly string[] | undefined;
}

/** Whether the sign-in that the present token tells of is as fresh and as strong as is asked for. The server decides; this is for what is shown. */
export const isEnough = (access: Access, { maxAge, acr }: StepUp): boolean => {
  const claims = claimsOf(access);
  const now = access.source.now?.() ?? Date.now() / 1000;
  return (
    (maxAge === undefined || (typeof claims.auth_time === 'number' && now - claims.auth_time <= maxAge)) &&
    (acr === undefined || [acr].flat().some((each) => each === claims.acr))
  );
};

/** What a refusal asks for: by its challenge (RFC 9470 section 3), or by its body where the page may not read headers. */
export const askedBy = async (response: Response): Promise<StepUp | undefined> => {
  if (response.status !== 401) return undefined;
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (/insufficient_user_authentication/.test(challenge)) {
    const said = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(challenge)?.[1];
    return stepUpOf(said('max_age'), said('acr_values'));
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, max_age, acr_values } = { ...(body as Record<string, unknown>) };
  return code === 'sign_in_again' ? stepUpOf(max_age, acr_values) : undefined;
};

/**
 * Leaves for the sign-in, and comes back to this very place. False, and nothing happens, when the person has just signed in for this and
 * has nothing stronger to show: the sign-in would only come back with the same.
 */
export const leaveFor = async (access: Access, asked: StepUp): Promise<boolean> => {
  const { source } = access;
  if (!source.signIn || isInVain(access, asked)) return false;
  const { maxAge, acr } = asked;
  if (acr !== undefined) remember(access);
  const parameters: SignInOptions['parameters'] = {
    ...(acr === undefined ? {} : { acr_values: [acr].flat().join(' ') }),
    ...(maxAge === undefined && acr !== undefined ? {} : { max_age: String(maxAge ?? 0) }),
  };
  await source.signIn({ parameters });
  return true;
};

/** After a sign-in that was begun for a stronger one, and has brought a newer one that is not. */
export const isInVain = (access: Access, { acr }: StepUp): boolean => {
  if (acr === undefined || isEnough(access, { acr })) return false;
  const { auth_time: at } = claimsOf(access);
  const before = Number(read(TRIED) ?? Number.NaN);
  return typeof at === 'number' && at > before;
};

/** When the person had signed in, before they were sent to do it better. */
const remember = (access: Access): void => {
  try {
    sessionStorage.setItem(TRIED, String(claimsOf(access).auth_time ?? 0));
  } catch {
    // Where nothing can be kept the sign-in says so itself.
  }
};

const stepUpOf = (maxAge: unknown, acr: unknown): StepUp => {
  const seconds = maxAge === undefined || maxAge === '' ? Number.NaN : Number(maxAge);
  return {
    ...(seconds >= 0 ? { maxAge: seconds } : {}),
    ...(typeof acr === 'string' && acr !== '' ? { acr: acr.split(' ') } : {}),
  };
};

const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

const TRIED = 'licet.step-up';
