import { catalogue } from '../language.ts';

/**
 * The server's sentences are English and need no translation. The catalogue of another language replaces these
 * functions.
 */
const english = {
  reasons: {
    sentence: (_code: string | undefined, _reason: string, _values: object): string | undefined => undefined,
    /** The sentence for an issue from a schema of the contract or of a form. */
    ofIssue: ({ message }: { readonly message: string; readonly params?: unknown }): string => message,
  },
};

export const { reasons } = catalogue('reasons', english);
