/** The sentence of a refusal's reason; undefined where the server's own is to be shown. */
export const reasons = {
  sentence: (_code: string, _reason: string, _values: unknown): string | undefined => undefined,
};
