import { catalogue } from '../language.ts';

/** English is what the server sends; another language says the sentence of a reason itself. */
const english = {
  reasons: {
    sentence: (_code: string | undefined, _reason: string, _values: object): string | undefined => undefined,
    /** What a schema of the contract, or a form, says of a field. */
    ofIssue: ({ message }: { readonly message: string; readonly params?: unknown }): string => message,
  },
};

export const { reasons } = catalogue('reasons', english);
