// What users type and have not sent is kept in `sessionStorage` until their session ends. `@licet/client` removes the same keys
// when it ends a session.

/** Drafts of requests, by owner and by what is asked for. */
export const DRAFTS = 'licet.drafts';
/** The fields of a form whose user is away at the sign-in. */
export const FIELDS = 'licet.kept-fields';

/** Forgets everything that was typed in this tab: a session has ended. */
export const forgetTyped = (): void => {
  try {
    for (const key of [DRAFTS, FIELDS]) sessionStorage.removeItem(key);
  } catch {
    // Storage that is closed to us keeps nothing.
  }
};
