/**
 * Deletes all typed text of this tab after a session has ended. The keys are those of `typed.ts`. They are not imported,
 * because bundlers would then put the shared module into a separate file.
 */
export const forgetTyped = (): void => {
  try {
    for (const key of ['licet.drafts', 'licet.kept-fields']) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no text to delete.
  }
};
