/** A reason with its values, as a field's fault carries it. */
export interface Said {
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number | null | string[]>>;
}

const said = new Map<string, Said>();

/** Remembers the reason of a schema's sentence. */
export function keepSaid(sentence: string, reason: Said): void {
  said.set(sentence, reason);
}

/** A fault that a schema finds: an issue of zod, or one that a form creates. */
export interface FoundWrong {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The reason of an issue. Rules of zod carry only a text, so their sentence is the key to it. An issue that contains
 * what was typed carries reason and values as `params`. Undefined for a sentence that is not in a schema of the
 * contract.
 */
export function reasonOfIssue({ message, params }: FoundWrong): Said | undefined {
  if (typeof params?.reason === 'string' && params.values)
    return { reason: params.reason, values: params.values as Said['values'] };
  return said.get(message);
}
