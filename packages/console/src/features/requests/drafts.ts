import { useDraft } from '../../ui/use-draft.ts';

/** What somebody has chosen and typed about a request and not sent yet. */
export interface Draft {
  /** A length in seconds, or an instant; what was asked when neither is there. */
  seconds?: number | undefined;
  until?: string | undefined;
  gives?: { kind: 'role' | 'permission'; id: string } | undefined;
  note?: string | undefined;
  /** The reason of a refusal. */
  denial?: string | undefined;
}

/** The draft for one request: it is kept while others are looked at. */
export const useRequestDraft = (request: string) => useDraft<Draft>(`request ${request}`, nothing);

const nothing = { seconds: undefined, until: undefined, gives: undefined, note: undefined, denial: undefined };
