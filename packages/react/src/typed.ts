// Unsent text of users is stored in `sessionStorage` until their session ends. `forget-typed.ts` and `@licet/client`
// remove the same keys.

/** Drafts of requests, by owner and by the requested permission or role. */
export const DRAFTS = 'licet.drafts';
/** The fields of a form whose user is away at the sign-in. */
export const FIELDS = 'licet.kept-fields';
