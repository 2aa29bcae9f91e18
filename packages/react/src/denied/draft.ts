/** What a person has typed for a request and not sent. */
export interface Draft {
  readonly why: string;
  readonly seconds: number;
}

/** Kept for the browser tab: a closed popover and a reloaded page lose nothing. */
export const readDraft = (name: string): Draft | undefined => {
  try {
    const { why, seconds } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '') as Record<string, unknown>;
    return typeof why === 'string' && typeof seconds === 'number' ? { why, seconds } : undefined;
  } catch {
    return undefined;
  }
};

export const keepDraft = (name: string, draft: Draft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is full or switched off: the draft lives as long as the page.
  }
};

const keyOf = (name: string): string => `licet.draft.${name}`;
