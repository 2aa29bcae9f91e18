import { catalogue } from '../language.ts';

/** The server sends English sentences; a catalogue of another language replaces these functions. */
const english = {
  reasons: {
    sentence: (_code: string | undefined, _reason: string, _values: object): string | undefined => undefined,
    /** The sentence of an issue of a schema of the contract, or of a form. */
    ofIssue: ({ message }: { readonly message: string; readonly params?: unknown }): string => message,
  },
};

export const { reasons } = catalogue('reasons', english);
