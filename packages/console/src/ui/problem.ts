import { reasons } from './reasons/shown.ts';
import { words } from './words.ts';

/** A failed call in the shape of RFC 9457, as the ui components need it. */
export interface Problem {
  title: string;
  detail: string | undefined;
  /** What to do next, unless `detail` already says it. */
  next: string | undefined;
  code: string | undefined;
  status: number | undefined;
  /** The missing permission. */
  permission: string | undefined;
  /** The number of this request in the server's log. */
  requestId: string | undefined;
  /** The errors of single fields; `pointer` is a JSON pointer (RFC 6901) into the sent body. */
  errors: readonly { pointer: string; detail: string }[];
}

/** Reads a problem from a thrown value: a problem, an error with a member `problem`, or any other value. */
export function asProblem(thrown: unknown): Problem {
  const carried = isRecord(thrown) && isRecord(thrown.problem) ? thrown.problem : thrown;
  const source = isRecord(carried) ? carried : {};
  const errors = entriesIn(source);
  if (isOfAddress(source.code, errors)) {
    const { nothingHere: title, nothingHereNext: detail } = words;
    return { ...nothing, title, detail, code: 'not_found', status: 404 };
  }
  const code = text(source.code);
  const entry = code === undefined ? undefined : words.problems[code];
  const detail =
    text(source.detail) ?? (thrown instanceof Error && carried === thrown ? text(thrown.message) : undefined);
  const own = sentenceOf(source, errors) ?? detail;
  const ownDetail = own !== undefined && own !== detail;
  return {
    title: entry?.title ?? text(source.title) ?? words.failed,
    detail: ownDetail ? own : (entry?.next ?? detail),
    next: entry ? (ownDetail ? entry.next : undefined) : text(source.next),
    code,
    permission: text(source.permission),
    status: typeof source.status === 'number' ? source.status : undefined,
    requestId: text(source.requestId) ?? text(source.instance),
    errors,
  };
}

/**
 * Whether the request failed because a path parameter, such as `:user`, is not an id. That only happens if the user
 * typed the address.
 */
function isOfAddress(code: unknown, errors: Problem['errors']): boolean {
  return code === 'invalid_request' && errors.length > 0 && errors.every(({ pointer }) => pointer.startsWith(':'));
}

const nothing = { next: undefined, permission: undefined, requestId: undefined, errors: [] };

/**
 * Returns the sentence of a problem in the reader's language. Uses the problem's own reason, or else its only field
 * error.
 */
export function sentenceOf({ code, reason, values, detail }: Record<string, unknown>, errors: Problem['errors']) {
  const own = typeof code === 'string' ? sentenceIn(code, { reason, values }) : undefined;
  const only = errors.length === 1 && reason === undefined ? errors[0]?.detail : undefined;
  return own ?? only ?? text(detail);
}

/** The sentence of a reason in the reader's language; undefined if the server's own sentence is in that language. */
function sentenceIn(code: string, { reason, values }: Record<string, unknown>): string | undefined {
  return typeof reason === 'string' ? reasons.sentence(code, reason, isRecord(values) ? values : {}) : undefined;
}

/** Converts a JSON pointer to a field name: `/reason` to `reason`, `/grants/0/role` to `grants.0.role`. */
export function pointerToField(pointer: string): string {
  return pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/** The field errors of a problem, in the reader's language. */
export function entriesIn({ code, errors }: Record<string, unknown>): { pointer: string; detail: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isRecord).flatMap((entry) => {
    const detail = text(entry.detail);
    if (typeof entry.pointer !== 'string' || detail === undefined) return [];
    return [{ pointer: entry.pointer, detail: faultSentence({ ...entry, detail }, text(code)) }];
  });
}

/**
 * Returns the error of a field or a line in the reader's language. Looks up its reason among the field reasons, then
 * among the reasons of `code`.
 */
export function faultSentence(
  fault: { readonly detail: string; readonly [member: string]: unknown },
  code = 'field',
): string {
  return sentenceIn('field', fault) ?? sentenceIn(code, fault) ?? fault.detail;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
