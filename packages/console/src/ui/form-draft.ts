import { isValidElement } from 'react';

/** Unsent input, which this tab keeps through a reload. */
export interface Draft<V extends object> {
  /** The initial values, and the last typed ones. */
  first: V;
  values: V;
}

/** The initial values of a form: the stored ones, overlaid with the input from before the reload. */
export function withDraft<V extends object>(name: string | undefined, initial: V): V {
  const draft = name === undefined ? undefined : read<V>(name);
  if (!draft) return initial;
  const typed = Object.entries(draft.values).filter(
    ([field, value]) => Object.hasOwn(initial, field) && asText(value) !== asText(draft.first[field as keyof V]),
  );
  return typed.length === 0 ? initial : { ...initial, ...Object.fromEntries(typed) };
}

export function keepDraft<V extends object>(name: string, draft: Draft<V>): void {
  try {
    sessionStorage.setItem(PREFIX + name, asText(draft));
  } catch {
    // The draft is too large for the browser's storage, so it is not kept.
    forgetDraft(name);
  }
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Discards all drafts whose name starts with the text. */
export function forgetDrafts(start: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX + start)) sessionStorage.removeItem(key);
}

/** Discards the drafts of another user, so that the next user in the same tab does not see them. */
export function keepDraftsOf(person: string): void {
  if (sessionStorage.getItem(OWNER) === person) return;
  forgetDrafts('');
  sessionStorage.setItem(OWNER, person);
}

const PREFIX = 'licet.draft ';
const OWNER = 'licet.drafts-of';

function read<V extends object>(name: string): Draft<V> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}', revive);
    const draft: unknown = Reflect.get(Object(kept), 'value');
    return isDraft<V>(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => JSON.stringify({ value }, write);

// Leave out pictures of picker options; convert times and sets of ids so that JSON can hold them.
function write(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const source = this[key];
  if (source instanceof Date) return { [DATE]: source.getTime() };
  if (source instanceof Set) return { [SET]: [...source] };
  if (source instanceof Map) return { [MAP]: [...source] };
  return isValidElement(value) ? undefined : value;
}

const DATE = '$date';
const SET = '$set';
const MAP = '$map';

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (DATE in value) return new Date(Number(value[DATE]));
  if (MAP in value && Array.isArray(value[MAP])) return new Map(value[MAP]);
  return SET in value && Array.isArray(value[SET]) ? new Set(value[SET]) : value;
}

function isDraft<V extends object>(draft: unknown): draft is Draft<V> {
  return (
    typeof draft === 'object' &&
    draft !== null &&
    ['first', 'values'].every((part) => typeof Reflect.get(draft, part) === 'object' && Reflect.get(draft, part))
  );
}
