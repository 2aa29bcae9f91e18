import { DRAFTS } from '../typed-text.ts';

/** Text that a user has typed for a request and not sent. */
export interface Draft {
  readonly why: string;
  readonly seconds: number;
}

/**
 * The draft of that name, stored for the browser tab: closing a popover or reloading the page loses nothing. It never
 * returns the draft of another owner.
 *
 * @param owner issuer, application and user, by `ownerOf`; without one, nothing is stored
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
    // Storage is full or switched off, so the draft lives as long as the page.
  }
};

const draftsOf = (owner: string | undefined): Map<string, Draft> => {
  try {
    const [kept, ...drafts] = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '');
    return new Map(kept === owner ? drafts.filter(isDraft) : []);
  } catch {
    return new Map();
  }
};

const isDraft = ([name, draft]: readonly [unknown, Partial<Draft>]): boolean =>
  typeof name === 'string' && typeof draft.why === 'string' && typeof draft.seconds === 'number';
