// Unsent text of users is stored in `sessionStorage` until their session ends. `@licet/client` removes the same keys
// when it ends a session.

/** Drafts of requests, by owner and by the requested permission or role. */
export const DRAFTS = 'licet.drafts';
/** The fields of a form whose user is away at the sign-in. */
export const FIELDS = 'licet.kept-fields';

/** Deletes all typed text of this tab after a session has ended. */
export const forgetTyped = (): void => {
  try {
    for (const key of [DRAFTS, FIELDS]) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no text to delete.
  }
};
