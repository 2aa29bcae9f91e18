/** A reason with its values, as part of a field's fault. */
export interface Said {
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number | null | string[]>>;
}

const said = new Map<string, Said>();

/** Stores the reason of a sentence that a schema uses. */
export function keepSaid(sentence: string, reason: Said): void {
  said.set(sentence, reason);
}

/** A fault that a schema or a form finds. Issues of zod have this type. */
export interface FoundWrong {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the reason of an issue. Rules of zod contain only a text, so the sentence is the key. An issue with typed
 * text contains the reason and its values in `params`. Returns undefined for a sentence that is not in a schema of
 * the contract.
 */
export function reasonOfIssue({ message, params }: FoundWrong): Said | undefined {
  if (typeof params?.reason === 'string' && params.values)
    return { reason: params.reason, values: params.values as Said['values'] };
  return said.get(message);
}
