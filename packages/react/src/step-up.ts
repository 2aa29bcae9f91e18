'use client';

import type { Access, SignInOptions } from '@licet/client';
import { claimsOf } from './token-claims.ts';

/** The required age and strength of the sign-in (RFC 9470). */
export interface StepUp {
  /** The maximum number of seconds since the sign-in. */
  readonly maxAge?: number | undefined;
  /** One of these authentication context classes is required. The names are those in the claim `acr`. */
  readonly acr?: string | readonly string[] | undefined;
}

/**
 * Returns whether the sign-in of the current token is as recent and strong as required. The result is only for
 * display, because the server decides.
 */
export const isEnough = (access: Access, { maxAge, acr }: StepUp): boolean => {
  const claims = claimsOf(access);
  const now = access.source.now?.() ?? Date.now() / 1000;
  return (
    (maxAge === undefined || (typeof claims.auth_time === 'number' && now - claims.auth_time <= maxAge)) &&
    (acr === undefined || [acr].flat().some((each) => each === claims.acr))
  );
};

/**
 * Returns the sign-in that a refusal requires. It is in the challenge (RFC 9470 section 3), or in the body if the
 * page cannot read the response headers.
 */
export const askedBy = async (response: Response): Promise<StepUp | undefined> => {
  if (response.status !== 401) return undefined;
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (/insufficient_user_authentication/.test(challenge)) {
    const parameter = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(challenge)?.[1];
    return stepUpOf(parameter('max_age'), parameter('acr_values'));
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code, max_age, acr_values } = { ...(body as Record<string, unknown>) };
  return code === 'sign_in_again' ? stepUpOf(max_age, acr_values) : undefined;
};

/**
 * Leaves the page for the sign-in, and returns to the same URL afterwards. Returns false, without leaving, if the
 * user has just signed in for the same requirement. A further sign-in would have the same result.
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

/** Returns whether the last step-up had no effect, because the user has signed in again, but not strongly enough. */
export const isInVain = (access: Access, { acr }: StepUp): boolean => {
  if (acr === undefined || isEnough(access, { acr })) return false;
  const { auth_time: at } = claimsOf(access);
  const before = Number(read(TRIED) ?? Number.NaN);
  return typeof at === 'number' && at > before;
};

/** Stores the time of the current sign-in before the browser leaves for a new sign-in. */
const remember = (access: Access): void => {
  try {
    sessionStorage.setItem(TRIED, String(claimsOf(access).auth_time ?? 0));
  } catch {
    // If storage is blocked, the sign-in reports the problem.
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
