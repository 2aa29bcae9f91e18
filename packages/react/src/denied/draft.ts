import type { AccessRequest } from '@licet/client';
import { DRAFTS } from '../typed.ts';

/** The text of a request that the user has not sent yet. */
export interface Draft {
  readonly why: string;
  readonly seconds: number;
}

/**
 * Returns the draft with that name. Drafts are stored for the browser tab, so closing a popover or reloading the page
 * loses nothing. Another owner's draft is never returned.
 *
 * @param owner the issuer, application and user, from `ownerOf`; without an owner, nothing is stored
 */
export const readDraft = (owner: string | undefined, name: string): Draft | undefined => draftsOf(owner).get(name);

export const keepDraft = (owner: string | undefined, name: string, draft: Draft | undefined): void => {
  if (owner === undefined) return;
  const drafts = draftsOf(owner);
  if (draft) drafts.set(name, draft);
  else drafts.delete(name);
  try {
    if (drafts.size > 0) sessionStorage.setItem(DRAFTS, JSON.stringify([owner, ...drafts]));
    else sessionStorage.removeItem(DRAFTS);
  } catch {
    // Storage is full or disabled, so the draft is lost when the page is unloaded.
  }
};

const draftsOf = (owner: string | undefined): Map<string, Draft> => {
  try {
    const [storedOwner, ...drafts] = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '');
    return new Map(storedOwner === owner ? drafts.filter(isDraft) : []);
  } catch {
    return new Map();
  }
};

const isDraft = ([name, draft]: readonly [unknown, Partial<Draft>]): boolean =>
  typeof name === 'string' && typeof draft.why === 'string' && typeof draft.seconds === 'number';

/** The name that Licet gives to an erased user, in every language. */
const erasedName = 'a person who was erased';

/** Returns a name to show in a sentence. For an erased user, returns the text of the user's language. */
export const spokenName = (name: string, erased: string): string => (name === erasedName ? erased : name);

/**
 * Returns the number of midnights between now and then, in the user's time zone.
 * @param now milliseconds since the epoch
 */
export const daysUntil = (at: Date, now: number): number =>
  Math.round((midnight(at) - midnight(new Date(now))) / 86_400_000);

/** Returns whether the request is approved and its access has begun and not ended. */
export const isInForce = (request: AccessRequest, now: number): boolean =>
  request.state === 'approved' &&
  !request.decision?.undone &&
  !request.decision?.over &&
  (request.decision?.ends == null || Date.parse(request.decision.ends) > now);

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
