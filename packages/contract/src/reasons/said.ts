/** A reason with its values, as a field's fault carries it. */
export interface Said {
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number | null | string[]>>;
}

const said = new Map<string, Said>();

/** Keeps the reason of a sentence that a schema says. */
export function keepSaid(sentence: string, reason: Said): void {
  said.set(sentence, reason);
}

/** What a schema finds wrong: an issue of zod, or one that a form makes itself. */
export interface FoundWrong {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The reason of an issue. Rules of zod carry nothing but a text, so their sentence leads to it; an issue whose values were typed carries
 * reason and values as `params`. Undefined for a sentence that no schema of the contract said.
 */
export function reasonOfIssue({ message, params }: FoundWrong): Said | undefined {
  if (typeof params?.reason === 'string' && params.values)
    return { reason: params.reason, values: params.values as Said['values'] };
  return said.get(message);
}
